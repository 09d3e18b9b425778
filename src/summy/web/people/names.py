"""Two-word names for guests, in the language they read.

A name is chosen by a number below `NAME_COUNT`, so a page can show "Quiet Heron" before anything is stored:
the number travels in a signed cookie and the name is kept only once the guest does something.
"""

from __future__ import annotations

import unicodedata

NAME_COUNT = 1024
"""Each language offers 32 animals times 32 qualities."""

NAME_LENGTH_MAX = 24
"""Characters in a name, chosen or given."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_ENGLISH_QUALITIES = _words(
    "Quiet Bright Calm Clever Gentle Happy Kind Lucky Merry Nimble Patient Polite Quick Sunny Brave Cheerful "
    "Curious Eager Fair Friendly Golden Honest Jolly Lively Neat Noble Proud Silver Steady Swift Tidy Wise"
)
_ENGLISH_ANIMALS = _words(
    "Heron Otter Robin Badger Beaver Dolphin Falcon Finch Fox Gecko Hare Hedgehog Ibis Jay Koala Lark "
    "Lynx Marten Newt Owl Panda Puffin Rabbit Seal Sparrow Squirrel Swan Tapir Tern Toucan Turtle Wren"
)

# Portuguese puts the quality second and bends it to the animal's gender: masculine/feminine.
_PORTUGUESE_QUALITIES = _words(
    "Tranquilo/Tranquila Brilhante/Brilhante Calmo/Calma Esperto/Esperta Gentil/Gentil Feliz/Feliz "
    "Amável/Amável "
    "Sortudo/Sortuda Alegre/Alegre Ágil/Ágil Paciente/Paciente Educado/Educada Veloz/Veloz Sereno/Serena "
    "Valente/Valente Risonho/Risonha Curioso/Curiosa Animado/Animada Justo/Justa Amigo/Amiga Dourado/Dourada "
    "Honesto/Honesta Contente/Contente Atento/Atenta Caprichoso/Caprichosa Nobre/Nobre Leal/Leal "
    "Prateado/Prateada Firme/Firme Ligeiro/Ligeira Simpático/Simpática Sábio/Sábia"
)
_PORTUGUESE_MASCULINE_ANIMALS = _words(
    "Tucano Golfinho Falcão Beija-flor Tatu Tamanduá Jabuti Sabiá Gavião Lobo-guará Quati Bem-te-vi Boto "
    "Cisne "
    "Pardal Panda Esquilo Pinguim Ouriço Peixe-boi"
)
_PORTUGUESE_FEMININE_ANIMALS = _words(
    "Garça Lontra Onça Capivara Arara Coruja Raposa Lebre Tartaruga Seriema Foca Borboleta"
)

# Thai puts the quality second, without a blank between the words.
_THAI_QUALITIES = _words(
    "ใจดี ใจเย็น ใจกล้า ใจซื่อ ร่าเริง อารมณ์ดี ยิ้มแย้ม สดใส ว่องไว แข็งแรง ฉลาด รอบคอบ ขยัน อดทน สุภาพ ซุกซน "
    "ช่างคิด ช่างสงสัย ช่างฝัน ช่างคุย กล้าหาญ อ่อนโยน นักคิด นักสู้ โชคดี น่ารัก สีทอง สีเงิน สีฟ้า ขี้เล่น เก่งเลข มีน้ำใจ"
)
_THAI_ANIMALS = _words(
    "ช้าง เสือ แมว กระต่าย กระรอก เต่า นกฮูก นกยูง นกแก้ว เหยี่ยว ปลาโลมา ปลาทอง ปลากัด ม้า กวาง ชะนี "
    "หมีขอ หมีแพนด้า นาก เม่น พังพอน ลูกเจี๊ยบ เป็ด หงส์ ผีเสื้อ หิ่งห้อย ผึ้ง แมวน้ำ เพนกวิน โคอาลา จิงโจ้ แรคคูน"
)


def guest_name(language: str, number: int) -> str:
    """The name with this number in this language; English where the language has no list of its own."""
    quality, animal = divmod(number % NAME_COUNT, 32)
    if language.lower().startswith("pt"):
        masculine, feminine = _PORTUGUESE_QUALITIES[quality].split("/")
        if animal < len(_PORTUGUESE_MASCULINE_ANIMALS):
            return f"{_PORTUGUESE_MASCULINE_ANIMALS[animal]} {masculine}"
        return f"{_PORTUGUESE_FEMININE_ANIMALS[animal - len(_PORTUGUESE_MASCULINE_ANIMALS)]} {feminine}"
    if language.lower().startswith("th"):
        return f"{_THAI_ANIMALS[animal]}{_THAI_QUALITIES[quality]}"
    return f"{_ENGLISH_QUALITIES[quality]} {_ENGLISH_ANIMALS[animal]}"


def clean_name(text: str) -> str:
    """The name as it is stored: composed, without invisible characters, single blanks, 1 to 24 characters.

    Returns "" when nothing that can be seen is left; a longer text is not cut here, see `services.rename`.
    """
    composed = unicodedata.normalize("NFC", text)
    # Spaces of every kind become one plain blank first; what is then left of the "other" categories
    # (controls, direction marks, unassigned) could hide or reorder the text around the name.
    blanks = "".join(" " if character.isspace() else character for character in composed)
    visible = "".join(character for character in blanks if not unicodedata.category(character).startswith("C"))
    return " ".join(visible.split())
