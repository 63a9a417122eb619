"""오래 걸리는 cell이 어디까지 갔는지 보인다. 끝나면 지우므로 쪽과 golden에는 남지 않는다."""

from contextlib import contextmanager

from IPython.display import clear_output


@contextmanager
def progress():
    """`with progress() as report:` 안에서 report(이름)이 학습 함수에 넘길 report를 만든다. 그 cell은 다른 것을 찍지 않아야 한다."""

    def report(name):
        def show(step, loss):
            clear_output(wait=True)
            print(f"{name}: {step}걸음, 손실 {loss:.3f}", flush=True)

        return show

    try:
        yield report
    finally:
        clear_output()
