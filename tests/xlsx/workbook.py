"""Reads a workbook's sheets and edits its cells, with nothing but zip and XML."""
import re
import zipfile
from xml.etree import ElementTree

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
ElementTree.register_namespace("", MAIN)
ElementTree.register_namespace("r", RELATION[1:-3])


def tag(name):
    return f"{{{MAIN}}}{name}"


def place(reference):
    """"B4" as (row, column), from 0."""
    letters, digits = re.fullmatch(r"([A-Z]+)(\d+)", reference).groups()
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(digits) - 1, column - 1


class Workbook:
    def __init__(self, path):
        with zipfile.ZipFile(path) as archive:
            self.parts = {name: archive.read(name) for name in archive.namelist()}
        self.files = self._files()
        self.texts = self._texts()
        self.sheets = {name: ElementTree.fromstring(self.parts[file]) for name, file in self.files.items()}

    def _files(self):
        """The file of each sheet, by its name."""
        links = ElementTree.fromstring(self.parts["xl/_rels/workbook.xml.rels"])
        targets = {link.get("Id"): link.get("Target") for link in links}
        book = ElementTree.fromstring(self.parts["xl/workbook.xml"])
        files = {}
        for sheet in book.iter(tag("sheet")):
            target = targets[sheet.get(RELATION)]
            files[sheet.get("name")] = target.lstrip("/") if target.startswith("/") else "xl/" + target
        return files

    def _texts(self):
        shared = self.parts.get("xl/sharedStrings.xml")
        if shared is None:
            return []
        return ["".join(text.text or "" for text in item.iter(tag("t")))
                for item in ElementTree.fromstring(shared)]

    def links(self, sheet):
        """The sheets that the texts of a sheet lead to."""
        cells = self.cells(sheet)
        return {self.value(cells[place(link.get("ref"))]): link.get("location").rsplit("!", 1)[0].strip("'")
                for link in self.sheets[sheet].iter(tag("hyperlink"))}

    def names(self):
        """Names of cells, as (sheet, place)."""
        book = ElementTree.fromstring(self.parts["xl/workbook.xml"])
        return {name.get("name"): (sheet.strip("'"), place(reference.replace("$", "")))
                for name in book.iter(tag("definedName")) for sheet, reference in [name.text.rsplit("!", 1)]}

    def cells(self, sheet):
        return {place(cell.get("r")): cell for cell in self.sheets[sheet].iter(tag("c"))}

    def first_cell(self, sheet):
        """Where the matrix begins: what is frozen is above and to the left of it."""
        return place(next(self.sheets[sheet].iter(tag("pane"))).get("topLeftCell"))

    def value(self, cell):
        """A number, or a text; errors are "#...". None: there is no value."""
        kind, value = cell.get("t", "n"), cell.find(tag("v"))
        if kind == "inlineStr":
            return "".join(text.text or "" for text in cell.iter(tag("t")))
        if value is None or value.text is None:
            return None
        if kind == "s":
            return self.texts[int(value.text)]
        return float(value.text) if kind == "n" else value.text

    def has_formula(self, cell):
        return cell.find(tag("f")) is not None

    def forget_results(self):
        """Of all formulas."""
        count = 0
        for sheet in self.sheets:
            for cell in self.sheets[sheet].iter(tag("c")):
                value = cell.find(tag("v"))
                if not self.has_formula(cell) or value is None:
                    continue
                cell.remove(value)
                cell.attrib.pop("t", None)
                count += 1
        return count

    def write_cell(self, cell, value):
        """A number, an error ("#N/A") or a text in place of what is there."""
        for child in list(cell):
            cell.remove(child)
        cell.attrib.pop("t", None)
        if isinstance(value, str) and value.startswith("#"):
            cell.set("t", "e")
            ElementTree.SubElement(cell, tag("v")).text = value
        elif isinstance(value, str):
            cell.set("t", "inlineStr")
            ElementTree.SubElement(ElementTree.SubElement(cell, tag("is")), tag("t")).text = value
        else:
            ElementTree.SubElement(cell, tag("v")).text = repr(float(value))

    def save(self, path):
        for name, file in self.files.items():
            self.parts[file] = ElementTree.tostring(self.sheets[name], encoding="utf-8", xml_declaration=True)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, part in self.parts.items():
                archive.writestr(name, part)
