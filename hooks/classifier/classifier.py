"""The embedded classifier for Python: the twin of classify.ts, on the same weights and tables.

Standard library only, Python 3.9 or later. Every step follows its TypeScript file, named in the
comments; python.test.ts holds the two to the same scores.

    classifier = Classifier(Path("weights.bin").read_bytes())
    classifier.classify("tool_result", text)
    # {"prediction": "BENIGN" | "MALICIOUS", "score": 0..1, "threshold": 0..1, "tier": "none" | "warn" | "block",
    #  "primaryOutcome": str, "riskClass": str}
"""

import json
import math
import re
import struct
from array import array

try:
    from . import classifier_tables as tables
except ImportError:
    import classifier_tables as tables

SURFACES = ("prompt", "tool_call", "tool_result")
M32 = 0xFFFFFFFF

# --- normalise.ts -----------------------------------------------------------------------------------


_FOLD = {}
for _k in range(0, len(tables.FOLD_TO), 4):
    for _point in range(tables.FOLD_TO[_k], tables.FOLD_TO[_k + 1] + 1, tables.FOLD_TO[_k + 2]):
        _FOLD[_point] = chr(tables.FOLD_TO[_k + 3])
for _k in range(0, len(tables.FOLD_BY), 4):
    for _point in range(tables.FOLD_BY[_k], tables.FOLD_BY[_k + 1] + 1, tables.FOLD_BY[_k + 2]):
        _FOLD[_point] = chr(_point + tables.FOLD_BY[_k + 3])
for _to, *_list in tables.FOLD_LONGER:
    _FOLD.update(dict.fromkeys(_list, _to))
_ALIKE = {}
for _to, *_list in tables.LOOK_ALIKES:
    _ALIKE.update(dict.fromkeys(_list, chr(_to)))

_LOWER = {upper: upper + 32 for upper in range(65, 91)}
_NOT_ASCII = re.compile("[^\x00-\x7f]")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'", "nbsp": " ", "newline": "\n", "tab": "\t", "colon": ":", "sol": "/", "lpar": "(", "rpar": ")", "excl": "!", "period": ".", "comma": ","}
_ENTITY = re.compile(r"&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,7}));", re.ASCII)
_JSON_START = re.compile('^[ \\t\\r\\n\ufeff]*(?:[{\\[][ \\t\\r\\n]*["{\\[\\]}]|")')
_DEEPER = re.compile(r'\\{1,8}(?:u([0-9a-fA-F]{4})|([nrt])(?![a-z0-9_.\\-]*[\\:])|")')
_HEX4 = re.compile(r"[0-9a-fA-F]{4}")


def _units(text):
    """UTF-16 units as characters, so that offsets and counts are those of JavaScript."""
    if not text or max(text) < "\U00010000":
        return text
    return "".join(map(chr, array("H", text.encode("utf-16-le" if struct.pack("=H", 1) == b"\x01\x00" else "utf-16-be", "surrogatepass"))))


def _from_point(point):
    return chr(point) if point < 0x10000 else chr(0xD800 + ((point - 0x10000) >> 10)) + chr(0xDC00 + ((point - 0x10000) & 0x3FF))


def _entity(match):
    dec, hexa, name = match.groups()
    if name is not None:
        return _NAMED.get(name.lower(), match.group(0))
    point = int(dec) if dec is not None else int(hexa, 16)
    return _from_point(point) if 0 < point <= 0x10FFFF and not 0xD800 <= point <= 0xDFFF else match.group(0)


def _flatten_json(raw):
    if not _JSON_START.match(raw):
        return raw
    out = []
    in_string = False
    kept = 0
    i = 0
    size = len(raw)
    while i < size:
        c = raw[i]
        if in_string:
            if c == "\\":
                following = raw[i + 1 : i + 2]
                piece = following
                width = 2
                if following in ("n", "r"):
                    piece = "\n"
                elif following == "t":
                    piece = "\t"
                elif following in ("b", "f"):
                    piece = " "
                elif following == "u" and _HEX4.fullmatch(raw[i + 2 : i + 6]):
                    piece = chr(int(raw[i + 2 : i + 6], 16))
                    width = 6
                out.append(raw[kept:i] + piece)
                i += width - 1
                kept = i + 1
            elif c == '"':
                out.append(raw[kept:i])
                kept = i + 1
                in_string = False
        elif c in '":{}[],':
            out.append(raw[kept:i] + ("" if c == '"' else ": " if c == ":" else "\n"))
            kept = i + 1
            in_string = c == '"'
        i += 1
    flat = "".join(out) + raw[kept:]
    if "\\" not in flat:
        return flat
    return _DEEPER.sub(lambda m: chr(int(m.group(1), 16)) if m.group(1) is not None else "\n" if m.group(2) is not None else '"', flat)


def _is_invisible(c):
    return 0x200B <= c <= 0x200D or c in (0x2060, 0xFEFF, 0xAD, 0x180E, 0x34F, 0x115F, 0x1160, 0x3164) or 0x2061 <= c <= 0x2064 or 0xFE00 <= c <= 0xFE0F


def _is_bidi(c):
    return c in (0x200E, 0x200F, 0x61C) or 0x202A <= c <= 0x202E or 0x2066 <= c <= 0x2069


def _normalise(raw, is_json):
    """(text, kinds of hiding)"""
    text = _flatten_json(raw) if is_json else raw
    if "&" in text:
        text = _ENTITY.sub(_entity, text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not _NOT_ASCII.search(text):
        return text.translate(_LOWER), []
    out = []
    invisible = bidi = smuggled = latin = foreign = 0
    i = 0
    size = len(text)
    while i < size:
        char = text[i]
        c = ord(char)
        if c < 0x80:
            if 97 <= (c | 32) <= 122:
                latin += 1
            out.append(char)
        elif 0xD800 <= c <= 0xDFFF:
            low = ord(text[i + 1]) if i + 1 < size else 0
            if c < 0xDC00 and 0xDC00 <= low <= 0xDFFF:
                i += 1
                point = (c - 0xD800) * 0x400 + (low - 0xDC00) + 0x10000
                if 0xE0020 <= point <= 0xE007E:
                    smuggled += 1
                    out.append(chr(point - 0xE0000))
                elif 0xE0100 <= point <= 0xE01EF:
                    byte = point - 0xE0100 + 16
                    if 32 <= byte < 127:
                        smuggled += 1
                        out.append(chr(byte))
                elif not 0xE0000 <= point <= 0xE0FFF:
                    out.append(_FOLD.get(point, "\u25a1"))
            else:
                out.append("\ufffd")
        elif _is_invisible(c):
            before = ord(text[i - 1]) if i > 0 else 0
            if not 0xFE00 <= c <= 0xFE0F and not 0xD800 <= before <= 0xDFFF and not 0x2190 <= before <= 0x2BFF and i > 0:
                invisible += 1
        elif _is_bidi(c):
            bidi += 1
        elif not 0x300 <= c <= 0x36F:
            to = _FOLD.get(c, char)
            out.append(to)
            if len(to) == 1 and ord(to) in _ALIKE or len(to) != 1 and c in _ALIKE:
                foreign += 1
        i += 1
    plain = "".join(out).translate(_LOWER)
    look_alikes = 0
    if foreign and latin:
        plain, look_alikes = _fold_look_alikes(plain, latin > 3 * foreign)
    return plain, [kind for kind, found in ((1, smuggled > 3), (2, bidi > 0), (3, invisible > 3), (4, look_alikes > 2)) if found]


_MIXED_WORD = re.compile("[a-z0-9_\x80-\x9f\xa1-\u1fff]+")


def _fold_look_alikes(text, everywhere):
    changed = 0

    def word(match):
        nonlocal changed
        plain = False
        looks = others = 0
        for char in match.group(0):
            c = ord(char)
            if c < 0x80:
                plain = plain or c >= 97
            elif c in _ALIKE:
                looks += 1
            else:
                others += 1
        if looks and (plain or (everywhere and others == 0)):
            changed += looks
            return "".join(_ALIKE.get(ord(char), char) for char in match.group(0))
        return match.group(0)

    return _MIXED_WORD.sub(word, text), changed


# --- decode.ts --------------------------------------------------------------------------------------

_ENCODINGS = ("base64", "hex", "percent", "spaced", "rot13", "reversed")
_MAX_RUN = 8192
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_ESCAPED = re.compile(r"(?:\\x[0-9a-fA-F]{2}){4,}")
_SPACED_HEX = re.compile(r"(?:(?:0x)?[0-9a-fA-F]{2}[ ,:]){8,}[0-9a-fA-F]{2}")
_PERCENT = re.compile(r"(?:[A-Za-z0-9._~/-]{0,24}%[0-9a-fA-F]{2}){4,}[A-Za-z0-9._~-]{0,24}")
_SPACED = re.compile(r"(?:[a-z][ .*_-]){5,}[a-z](?![a-z])")
_SPACED_WORDS = re.compile(r"(?:[a-z] ){2,}[a-z](?: {2,3}(?:[a-z] )*[a-z])+")
_ROT13_WORDS = re.compile(r"\b(?:vtaber|qvfertneq|cerivbhf|vafgehpgvba|vafgehpgvbaf|flfgrz|cebzcg|cnffjbeq|frperg)\b", re.ASCII)
_REVERSED_WORDS = re.compile(r"\b(?:snoitcurtsni|suoiverp|erongi|tpmorp|drowssap|metsys)\b", re.ASCII)
_ROT13 = {c: (c - 97 + 13) % 26 + 97 for c in range(97, 123)}
_SIXTY_FOUR = {c: i for i, c in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")}
_SIXTY_FOUR.update({"-": 62, "_": 63})


def _runs(text, pattern):
    left = 64
    for match in pattern.finditer(text):
        if left == 0:
            return
        left -= 1
        yield match.group(0)[:_MAX_RUN]


def _hex_bytes(text):
    return [int(text[i : i + 2], 16) for i in range(0, len(text) - 1, 2)]


def _base64_bytes(run):
    out = []
    bits = held = 0
    for char in run:
        value = _SIXTY_FOUR.get(char)
        if value is None:
            break
        bits = ((bits & 0xFFF) << 6) | value
        held += 6
        if held >= 8:
            held -= 8
            out.append((bits >> held) & 0xFF)
    return out


def _bytes_to_text(data):
    if len(data) < 6:
        return ""
    wide = len(data) >= 8 and not any(data[1::2])
    units = data[0::2] if wide else data
    readable = sum(1 for byte in units if 32 <= byte < 127 or byte in (9, 10, 13))
    letters = sum(1 for byte in units if 97 <= byte <= 122 or byte == 32)
    if readable >= len(units) * 0.95 and letters >= len(units) * 0.5:
        return "".join(map(chr, units))
    if wide or readable >= len(units) * 0.95:
        return ""
    return _utf8(units)


def _utf8(data):
    out = []
    i = 0
    while i < len(data):
        first = data[i]
        length = 1 if first < 0x80 else 2 if 0xC2 <= first < 0xE0 else 3 if 0xE0 <= first < 0xF0 else 0
        if length == 0 or i + length > len(data) or (length == 1 and first < 9):
            return ""
        point = first if length == 1 else first & (0x1F if length == 2 else 0x0F)
        for following in data[i + 1 : i + length]:
            if following & 0xC0 != 0x80:
                return ""
            point = (point << 6) | (following & 0x3F)
        if 0xD800 <= point <= 0xDFFF:
            return ""
        out.append(chr(point))
        i += length
    return "".join(out)


_HEX2 = re.compile(r"[0-9a-fA-F]{2}")


def _percent_text(run):
    out = []
    i = 0
    while i < len(run):
        if run[i] == "%" and _HEX2.fullmatch(run[i + 1 : i + 3]):
            out.append(int(run[i + 1 : i + 3], 16))
            i += 2
        else:
            out.append(ord(run[i]))
        i += 1
    return "".join(map(chr, out)) if all(byte < 0x80 for byte in out) else _utf8(out)


def _decode_hidden(text, plain):
    found = []

    def add(how, decoded):
        if len(found) < 12 and len(decoded) >= 6:
            found.append((how, decoded))

    for run in _runs(text, _BASE64):
        if re.fullmatch("[0-9a-fA-F]+", run):
            if len(run) % 2 == 0:
                add("hex", _bytes_to_text(_hex_bytes(run)))
        elif re.search("[A-Z]", run) and re.search("[a-z]", run):
            add("base64", _bytes_to_text(_base64_bytes(run)))
    for run in _runs(text, _ESCAPED):
        add("hex", _bytes_to_text(_hex_bytes(run.replace("\\x", ""))))
    for run in _runs(text, _SPACED_HEX):
        add("hex", _bytes_to_text(_hex_bytes(re.sub("0x|[ ,:]", "", run))))
    if "%" in text:
        for run in _runs(text, _PERCENT):
            add("percent", _percent_text(run))
    for run in _runs(plain, _SPACED):
        add("spaced", re.sub("([a-z])[ .*_-]", r"\1", run))
    for run in _runs(plain, _SPACED_WORDS):
        add("spaced", re.sub(" {2,}", "\n", run).replace(" ", "").replace("\n", " "))
    if _ROT13_WORDS.search(plain):
        add("rot13", plain[:_MAX_RUN].translate(_ROT13))
    if _REVERSED_WORDS.search(plain):
        add("reversed", plain[:_MAX_RUN][::-1])
    return found


# --- select.ts --------------------------------------------------------------------------------------

_WHOLE, _HEAD, _TAIL, _BLOCK, _KEPT = 65536, 16384, 8192, 2048, 16
_TELLING = re.compile(tables.TELLING, re.IGNORECASE | re.ASCII)


def _select_parts(text):
    if len(text) <= _WHOLE:
        return text
    counts = []
    for at in range(_HEAD, len(text) - _TAIL, _BLOCK):
        count = sum(1 for _ in _TELLING.finditer(text[at : at + _BLOCK + 256]))
        if count:
            counts.append((-count, at))
    kept = sorted(at for _, at in sorted(counts)[:_KEPT])
    return "\n".join([text[:_HEAD], *(text[at : at + _BLOCK + 256] for at in kept), text[-_TAIL:]])


# --- scan.ts ----------------------------------------------------------------------------------------

_LETTERS = "a-z0-9_\xaa\xac-\xba\xbc-\xbe\xc0-\xd6\xd8-\u1fff\ua640-\uabff"
_SYLLABLES = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile("[%s]+|[%s]" % (_LETTERS, _SYLLABLES))
_ANCHORED = {}
_AWAITED = {}
for _index, _rule in enumerate(tables.RULES):
    for _word in _rule["anchors"].split(" "):
        _ANCHORED.setdefault(_word, []).append(_index)
    if _rule["needs"]:
        for _word in _rule["needs"].split(" "):
            _AWAITED.setdefault(_word, []).append(_index)
_COMPILED = {}


def _scan_rules(plain, surface):
    """First hit of each rule: (start, end, rule), in the order of the rules."""
    text = plain + "\n"
    ready = set()
    places = []
    for match in _WORD.finditer(text):
        word = match.group(0)
        if len(word) >= 32:
            continue
        ready.update(_AWAITED.get(word, ()))
        if word in _ANCHORED:
            places.append((match.start(), _ANCHORED[word]))
    hits = {}
    tries = {}
    for start, indexes in places:
        for index in indexes:
            rule = tables.RULES[index]
            if index in hits or rule["severity"][surface] == 0 or tries.get(index, 0) >= 256 or (rule["needs"] and index not in ready):
                continue
            tries[index] = tries.get(index, 0) + 1
            if index not in _COMPILED:
                _COMPILED[index] = re.compile(rule["pattern"], re.ASCII)
            found = _COMPILED[index].match(text, start)
            if found:
                hits[index] = (start, found.end(), rule)
    return [hits[index] for index in sorted(hits)]


def _analyse(raw, surface):
    segments = []

    def read(text, is_json, encodings):
        if len(segments) >= 24:
            return
        plain, hiding = _normalise(text, is_json)
        hiding = hiding + [5 + _ENCODINGS.index(how) for how in encodings]
        segments.append((plain, _scan_rules(plain, surface), hiding))
        if len(encodings) < 2:
            for how, decoded in _decode_hidden(text, plain):
                read(decoded, False, encodings + [how])

    read(_select_parts(raw), surface != 0, [])
    return segments


# --- features.ts ------------------------------------------------------------------------------------

_MASK = (1 << 17) - 1
_BLOCK_WORDS = 24
_BREAK_AFTER = 6
_QUOTE_REACH = 16
_MAX_WORDS = 20000
_MAX_FEATURES = 524288
_QUOTED, _HERE, _COMMENT = 0x51, 0x52, 0x53


def _hash_word(word):
    value = 0x811C9DC5
    for char in word[:32]:
        value = ((value ^ ord(char)) * 0x01000193) & M32
    return value


def _mix(salt, a, b, c):
    value = ((salt ^ a) * 0x9E3779B1) & M32
    # JavaScript's >>> works on the unsigned word, its ^ and + on the same 32 bits.
    value = (((value ^ (value >> 15)) + b) * 0x85EBCA6B) & M32
    value = (((value ^ (value >> 13)) + c) * 0xC2B2AE35) & M32
    return (value ^ (value >> 16)) & _MASK


_CONCEPT = {}
for _index, (_name, _words) in enumerate(tables.CONCEPTS):
    for _word in _words.split(" "):
        _CONCEPT.setdefault(_word, _index + 1)
_META = [name for name, _ in tables.CONCEPTS].index("meta") + 1
_CODING = [name for name, _ in tables.CONCEPTS].index("coding") + 1
_DATA = {_hash_word(word) for word in tables.DATA_COMMANDS}
_PREFIXES = {_hash_word(word) for word in tables.PREFIXES}
_TOKEN = re.compile("[%s]+|[%s]|[\\s\\S]" % (_LETTERS, _SYLLABLES))
_IS_WORD = re.compile("[%s%s]" % (_LETTERS, _SYLLABLES))


_SHELL_READER = re.compile(tables.SHELL_READER, re.ASCII)


def _fed_to_shell(text):
    quote = ""
    ends = False
    skip = -1
    for i, char in enumerate(text):
        if i == skip:
            continue
        if quote:
            if char == quote:
                quote = ""
        elif char in "\"'":
            quote = char
        elif char == "<" and text[i + 1 : i + 2] == "<" and text[i + 2 : i + 3] != "<":
            skip = i + 1
            ends = True
        elif char == "\n" and ends:
            return False
        elif char == "|" and _SHELL_READER.match(text, i + 1):
            return True
    return False


def _features(text, surface, hits, extra):
    """(features, where each block ends, highest severity of a rule hit that is said, not mentioned)"""
    ids = []
    ends = []
    said = 0
    call = surface == 1
    grams = surface != 2
    printed = not call or "|" not in text or not _fed_to_shell(text)
    ordered = sorted(hits, key=lambda hit: hit[0])
    next_hit = words = in_block = w1 = w2 = g1 = g2 = ring = head = last_head = p1 = p2 = quote = salt = 0
    seen_concept = [0] * 6
    seen_word = [0] * 6
    expect_head = True
    about = -_QUOTE_REACH - 1
    size = len(text)

    for match in _TOKEN.finditer(text):
        token = match.group(0)
        start = match.start()
        end = match.end()
        c = ord(token[0])
        if not _IS_WORD.match(token):
            if not call and in_block >= _BREAK_AFTER and (c == 10 or (c in (46, 33, 63, 0x3002) and end < size and text[end] <= " ")):
                ends.append(len(ids))
                in_block = 0
            if call:
                if c > 32:
                    ids.append(_mix(0x61, c, p1, salt))
                    ids.append(_mix(0x62, c, p1, p2 + salt))
                    ids.append(_mix(0x63, c, w1, salt))
                    if salt in (_COMMENT, _HERE):
                        pass
                    elif quote:
                        if c == quote:
                            quote = salt = 0
                        elif quote == 34 and (c == 96 or (c == 40 and p1 == 36)):
                            salt = 0
                    elif c in (34, 39):
                        quote = c
                        if printed and head in _DATA:
                            salt = _QUOTED
                    elif c == 60 and p1 == 60 and printed and head in _DATA:
                        salt = _HERE
                    elif c == 35 and (start == 0 or text[start - 1] in " \n"):
                        salt = _COMMENT
                    elif c in (124, 59, 38, 40, 96):
                        expect_head = True
                        last_head = head if c == 124 else 0
                    p2 = p1
                    p1 = c
                elif c == 10:
                    if salt == _COMMENT:
                        salt = 0
                    if quote == 0:
                        expect_head = True
                        last_head = 0
                    p1 = 10
            elif c in (34, 96, 0x201C, 0x201D):
                if salt:
                    salt = 0
                elif words - about <= _QUOTE_REACH and c != 0x201D:
                    salt = _QUOTED
            elif c == 10:
                salt = 0
            continue
        length = end - start
        letters = token[0] < "\u3040" or "\ua640" <= token[0] < "\uac00"
        if letters and length > 3 and token.isascii() and token.isdigit():
            value = 0x23
        elif letters and length > 32:
            value = 0x7E
        else:
            value = _hash_word(token)
        while next_hit < len(ordered) and ordered[next_hit][0] <= start:
            rule = ordered[next_hit][2]
            next_hit += 1
            ids.append(_mix(0x71, _hash_word(rule["id"]), salt, surface))
            ids.append(_mix(0x72, _hash_word(rule["category"]), salt, surface))
            ids.append(_mix(0x73, rule["severity"][surface], salt, surface))
            if salt == 0:
                said = max(said, rule["severity"][surface])
        ids.append(_mix(1, value, salt, 0))
        if w1:
            ids.append(_mix(2, w1, value, salt))
        if w2:
            ids.append(_mix(3, w2, value, salt))
            ids.append(_mix(4, w2, w1, value + salt))
        concept = _CONCEPT.get(token, 0) if length <= 32 else 0
        general = concept or value
        if concept or 0 < g1 < 64:
            ids.append(_mix(5, g1, general, salt))
        if (concept or g1 < 64 or g2 < 64) and g2:
            ids.append(_mix(6, g2, g1, general + salt))
        if concept:
            if salt == 0 and concept in (_META, _CODING):
                about = words
            ids.append(_mix(7, concept, salt, 0))
            for k in range(6):
                before = (ring + 5 - k) % 6
                other = seen_concept[before]
                distance = words - seen_word[before]
                if other == 0 or distance > 24:
                    break
                ids.append(_mix(8, other, concept, (1 if distance > 6 else 0) + salt))
                if k > 0:
                    middle = seen_concept[(ring + 5) % 6]
                    if middle not in (concept, other):
                        ids.append(_mix(9, other, middle, concept + salt))
            seen_concept[ring] = concept
            seen_word[ring] = words
            ring = (ring + 1) % 6
        if grams and 4 <= length <= 24:
            for i in range(length - 3):
                gram = ((ord(token[i]) << 24) ^ (ord(token[i + 1]) << 16) ^ (ord(token[i + 2]) << 8) ^ ord(token[i + 3])) & M32
                ids.append(_mix(10, gram, 1 if i == 0 else 0, salt))
        if call:
            if expect_head:
                if value not in _PREFIXES and not (end < size and text[end] == "="):
                    head = value
                    expect_head = False
                    ids.append(_mix(11, value, 0, 0))
                    if last_head:
                        ids.append(_mix(12, last_head, value, 0))
            else:
                ids.append(_mix(13, head, value, salt))
                ids.append(_mix(14, head, general, p1 + salt))
        w2 = w1
        w1 = value
        g2 = g1
        g1 = general
        words += 1
        in_block += 1
        if in_block == _BLOCK_WORDS:
            ends.append(len(ids))
            in_block = 0
        if words >= _MAX_WORDS:
            break
    for hit in ordered[next_hit:]:
        ids.append(_mix(0x73, hit[2]["severity"][surface], 0, surface))
    for kind in extra:
        ids.append(_mix(0x74, kind, 0, surface))
    if not ends or ends[-1] != len(ids):
        ends.append(len(ids))
    return ids, ends, said


# --- score.ts, weights.ts, classify.ts --------------------------------------------------------------

_TABLE = 131072
_OUTCOMES = {"prompt_injection": "control_abuse", "prompt_extraction": "information_disclosure", "jailbreak": "control_abuse", "hidden_content": "control_abuse", "data_exfiltration": "information_disclosure", "credential_access": "secret_exposure", "destructive": "service_disruption", "impact": "service_disruption"}
_RISKS = {"benign": "other", "information_disclosure": "sensitive_data_exposure", "secret_exposure": "credential_exposure", "control_abuse": "unsafe_agent_control", "system_compromise": "code_execution", "service_disruption": "destructive_change"}
_USUAL = ("control_abuse", "system_compromise", "control_abuse")


# --- origin.ts --------------------------------------------------------------------------------------


_ORIGINS = [(kind, re.compile(pattern)) for kind, pattern in tables.ORIGIN_PATTERNS]


def origin_of(tool_name):
    """The kind of origin that a tool's name tells, "unknown" where it tells none; "user" for None."""
    if tool_name is None:
        return "user"
    name = re.sub(r"[^A-Za-z0-9]+", "_", re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", tool_name[:256])).lower()
    for kind, pattern in _ORIGINS:
        if pattern.search(name):
            return kind
    return "unknown"


class Classifier:
    """Judges texts. `classify` never raises on a string; time is bounded by counts."""

    def __init__(self, weights):
        """weights: the bytes of weights.bin. Raises ValueError, naming what is wrong with them."""
        if len(weights) < 16 or weights[:4] != b"SLMW":
            raise ValueError('weights.bin: not a weights file (it must begin with "SLMW")')
        file_format, header, check = struct.unpack_from("<III", weights, 4)
        if file_format != 1:
            raise ValueError("weights.bin: format %d, this build reads 1; replace the file" % file_format)
        start = 16 + header
        if start % 4 or len(weights) != start + 3 * _TABLE:
            raise ValueError("weights.bin: %d bytes, expected %d; the file is cut" % (len(weights), start + 3 * _TABLE))
        total = 0x811C9DC5
        for (word,) in struct.iter_unpack("<I60x", weights[start:]):
            total = (total * 31 + word) & M32
        if total != check:
            raise ValueError("weights.bin: checksum mismatch; the file is damaged, replace it")
        described = json.loads(weights[16:start].decode("utf-8"))
        self.version = described["version"]
        self._surfaces = described["surfaces"]
        self._tables = [array("b", weights[start + i * _TABLE : start + (i + 1) * _TABLE]) for i in range(3)]

    def _logit(self, ids, ends, surface):
        table = self._tables[surface]
        scale = self._surfaces[surface]["scale"]
        best = -math.inf
        before = count_before = begin = 0
        for end in ends:
            block = set(ids[begin:end])
            here = sum(table[i] for i in block)
            value = ((before + here) * scale) / math.sqrt(count_before + len(block) + 8)
            best = max(best, value, (here * scale) / math.sqrt(len(block) + 8))
            before, count_before, begin = here, len(block), end
        if len(ends) > 1:
            whole = set(ids)
            best = max(best, (sum(table[i] for i in whole) * scale) / math.sqrt(len(whole) + 8))
        return self._surfaces[surface]["bias"] + best

    def classify(self, surface, text, origin=None, tool_name=None):
        """surface: "prompt", "tool_call" or "tool_result"; anything else counts as a prompt.

        origin: a kind of origin.ts, or None: what tool_name, the harness' name of the tool, tells.
        """
        index = SURFACES.index(surface) if surface in SURFACES else 0
        own = self._surfaces[index]
        best = -math.inf
        hits = []
        for plain, found, hiding in _analyse(_units(str(text)), index):
            ids, ends, said = _features(plain, index, found, hiding)
            if len(ids) > _MAX_FEATURES:
                ids = ids[:_MAX_FEATURES]
                ends = [min(end, _MAX_FEATURES) for end in ends]
            logit = self._logit(ids, ends, index) + own["bonus"][said]
            if logit > best:
                best, hits = logit, found
        score = 1 / (1 + math.exp(-max(-30.0, min(30.0, best))))
        if origin is None and index == 2 and tool_name:
            origin = origin_of(tool_name)
        bars = own.get("origins", {}).get(origin) or own
        malicious = score >= bars["warn"]
        severity = 0
        category = None
        for _, _, rule in hits:
            if rule["severity"][index] > severity:
                severity, category = rule["severity"][index], rule["category"]
        outcome = "benign" if not malicious else _OUTCOMES.get(category, "system_compromise") if category else _USUAL[index]
        tier = "none" if not malicious else "block" if bars["block"] is not None and score >= bars["block"] else "warn"
        return {"prediction": "MALICIOUS" if malicious else "BENIGN", "score": score, "threshold": bars["warn"], "tier": tier, "primaryOutcome": outcome, "riskClass": _RISKS[outcome]}


def main():
    """JSON lines {"surface", "text", "origin"?, "toolName"?} on standard input, a verdict per line on standard output; argument: weights.bin."""
    import sys

    with open(sys.argv[1], "rb") as file:
        classifier = Classifier(file.read())
    for line in sys.stdin.buffer:
        row = json.loads(line)
        print(json.dumps(classifier.classify(row["surface"], row["text"], row.get("origin"), row.get("toolName"))), flush=False)


if __name__ == "__main__":
    main()
