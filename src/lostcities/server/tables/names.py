"""Names fit to be shown to others: they can be seen, and do not hide that they are another one's with something unseen added."""

import re
import unicodedata

LONGEST_NAME = 24
MOST_MARKS = 2
"""Accents and vowel signs on one letter: more would run over the lines above and below."""
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Control and direction characters, and what has no meaning, as Unicode calls them."""
SELECTORS = re.compile("[\u034f\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that are not drawn."""
BLANKS = re.compile("[\\s\u115f\u1160\u2800\u3164\uffa0]+")
"""White space; and letters and signs without ink, the Hangul fillers and the empty Braille cell."""
JOINER = "\u200c"
"""Persian needs it within words; in other scripts it would make two names that look the same."""
ARABIC = "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc"
STRAY = re.compile(f"(?<![{ARABIC}]){JOINER}|{JOINER}(?![{ARABIC}])")


def clean_name(name: str | None) -> str | None:
    """A name without what cannot be seen, of no more than 24 characters; None if nothing is left.

    >>> clean_name("  Anna\\u202e \\n Lena "), clean_name("\\u3164")
    ('Anna Lena', None)
    """
    text = unicodedata.normalize("NFC", name or "")
    text = SELECTORS.sub("", "".join(char for char in text if char in f"{JOINER}\t\n" or unicodedata.category(char) not in UNSEEN))
    text = STRAY.sub("", re.sub(f"{JOINER}+", JOINER, BLANKS.sub(" ", text)))
    text = without_stacks(text.strip())[:LONGEST_NAME].strip(f" {JOINER}")
    return text if any(unicodedata.category(char)[0] in "LNPS" for char in text) else None


def without_stacks(text: str) -> str:
    """Only so many marks on one letter, and none on nothing."""
    kept, marks = "", MOST_MARKS
    for char in text:
        if unicodedata.category(char) not in ("Mn", "Me"):
            marks = MOST_MARKS if char == " " else 0
        elif marks < MOST_MARKS:
            marks += 1
        else:
            continue
        kept += char
    return kept
