# Two commands: make book, make test. Everything behind them is in gate/.
PYTHON ?= python3
PY := .venv/bin/python
PORT ?= 8000
.DEFAULT_GOAL := help
.PHONY: help book pdf test test-download test-slow serve watch golden new-page new-exercise exercise new-entry cold attack changes reproducible matrix lock bench-build bench-labs bench-web bench-site bench-search clean

help: ## 이 도움말
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "%-13s %s\n", $$1, $$2}' Makefile

book: ## 책을 만들고 검증한다: _build/html/index.html
	@$(PYTHON) gate/setup.py
	@$(PY) -m gate build

cold: ## 실행 cache를 버리고 처음부터 만든다
	@$(PYTHON) gate/setup.py
	@$(PY) -m gate build --cold

pdf: book ## 만든 책을 PDF로도 찍어 사이트에 넣는다(Chromium이 필요하다)
	@$(PYTHON) gate/setup.py --tests
	@$(PY) -m tests.browser.find
	@$(PY) -m gate pdf

test: book ## 모든 test를 돌린다(browser test 포함)
	@$(PYTHON) gate/setup.py --tests
	@$(PY) -m tests.browser.find
	@OMP_NUM_THREADS=1 $(PY) -m pytest

test-download: ## labs.zip을 새 환경에서 풀어 돌린다(torch를 새로 설치한다)
	@$(PYTHON) gate/setup.py --tests
	@OMP_NUM_THREADS=1 $(PY) -m pytest tests/slow/test_labs_zip.py -n 0

test-slow: pdf ## 내려받은 것을 책 밖에서 돌리고, 모든 쪽과 모든 실수를 browser의 Python으로 본다
	@OMP_NUM_THREADS=1 $(PY) -m pytest tests/slow --dist loadfile

serve: ## 만든 책을 http://127.0.0.1:8000/ 에 띄운다. 다른 번호에는 PORT=8001
	@$(PY) -m gate serve --port $(PORT)

watch: ## 저장할 때마다 달라진 쪽을 새로 만들어 browser에 다시 띄운다(검사는 하지 않는 미리보기). PORT=8001도 된다
	@$(PYTHON) gate/setup.py
	@$(PY) -m gate watch --port $(PORT)

golden: ## 찍힌 값을 tests/golden/에 새로 적고 달라진 것을 보인다
	@$(PY) -m gate golden

new-page: ## 쪽을 시작한다: NAME=long-context
	@$(PYTHON) gate/new_page.py "$(NAME)"

new-exercise: ## 연습문제를 시작한다: NAME=masked-mean
	@$(PYTHON) gate/new_exercise.py "$(NAME)"

exercise: ## 연습문제 하나의 출발 파일을 쓰고, 실수마다 채점기가 하는 말을 보이고, 채점기를 확인한다: NAME=kv-cache
	@$(PYTHON) gate/setup.py --tests
	@$(PY) -m gate.exercise "$(NAME)"

new-entry: ## 용어 사전의 항목을 시작한다: NAME=layer-scale
	@$(PYTHON) gate/new_entry.py "$(NAME)"

attack: book ## 잘못을 하나씩 심어 검사가 잡는지 본다(멈추었다 이어 간다). SAMPLE=8이면 여덟 개만
	@$(PYTHON) gate/setup.py --tests
	@$(PY) -m tests.browser.find
	@$(PY) -m tests.attack $(if $(SAMPLE),--sample $(SAMPLE))

changes: book ## 지난 commit과 견주어 달라진 쪽을 앞뒤로 보인다: _build/changes.html
	@$(PY) -m gate changes

reproducible: book ## 깨끗한 clone 둘에서 만든 사이트가 byte까지 같은지 본다
	@$(PY) -m gate.reproducible

matrix: ## 지난 commit의 책이 다른 Python과 NumPy에서도 같은 값을 찍는지 본다(있는 것만)
	@$(PYTHON) gate/setup.py --tests
	@$(PY) -m nox

lock: ## requirements.in에서 requirements.txt를 새로 만든다
	@$(PYTHON) gate/lock.py

bench-build: ## 책이 얼마 만에 만들어지는지 잰다: 처음부터, 그대로, 글이나 cell이나 helper를 고친 뒤
	@$(PYTHON) gate/setup.py --tests
	@$(PY) -m pytest tests/bench/bench_build.py -n 0 -q

bench-labs: ## 실습 code의 시간과 메모리를 잰다: PyTorch, tile, cache, 창
	@$(PYTHON) gate/setup.py --tests
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(PY) -m pytest tests/bench/bench_labs.py tests/bench/bench_efficiency.py -n 0 -q -s

bench-web: ## 위젯과 쪽의 Python이 답하는 시간, 쪽의 무게를 browser에서 잰다
	@$(PYTHON) gate/setup.py --tests
	@$(PY) -m tests.browser.find
	@OMP_NUM_THREADS=1 $(PY) -m pytest tests/bench/bench_web.py tests/bench/bench_runner.py -n 0 -q -s

bench-site: ## 쪽마다 주고받는 byte와 그려지는 시간을 느린 조건에서 잰다
	@$(PYTHON) gate/setup.py --tests
	@$(PY) -m tests.browser.find
	@$(PY) -m pytest tests/bench/bench_site.py -n 0 -q

bench-search: ## 검색이 찾는 쪽과 걸리는 시간을 Sphinx의 검색과 견준다
	@$(PYTHON) gate/setup.py --tests
	@$(PY) -m tests.browser.find
	@OMP_NUM_THREADS=1 $(PY) -m pytest tests/bench/bench_search.py -n 0 -q -s

clean: ## 만든 것을 지운다(_build). .venv는 남는다
	@rm -rf _build
