"""The comparison of two sites names what differs."""

from gate.reproducible import differences


def site(folder, **files):
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


def test_equal_sites_have_no_difference(tmp_path):
    assert differences(site(tmp_path / "one", page=b"x"), site(tmp_path / "other", page=b"x")) == []


def test_each_difference_is_named(tmp_path):
    one = site(tmp_path / "one", same=b"x", changed=b"built 12:00", longer=b"ab", alone=b"")
    other = site(tmp_path / "other", same=b"x", changed=b"built 12:01", longer=b"abc")
    found = "\n".join(differences(one, other))
    assert "한쪽에만 있다: alone" in found and "changed (10째 byte)" in found and "longer (2째 byte)" in found
    assert "same" not in found
