"""What a grader or a test of the lab may say to a mistake; shared by the tests of both."""

import re


def fault(message, cause_word):
    """What is wrong with the message, for whoever wrote the mistake's file, or None."""
    if not cause_word or cause_word not in message:
        return f"CAUSE_WORD {cause_word!r}: 채점기의 말에 없다. 채점기가 말한 것: {message}"
    if not re.search("[가-힣]", message):
        return f"채점기의 말이 한글이 아니다: {message}"
    if len(re.findall(r"다\.(?:\s|$)", message)) > 2:
        return f"채점기의 말이 두 문장을 넘는다: {message}"
    return None
