"""Files of the kinds that people hand in, made by hand."""

import io
import textwrap
import zipfile

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
ODT = ('xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
       'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" '
       'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" '
       'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"')


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def packed(parts, **how):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, **how) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def run(text, properties=""):
    """A run of a Word document."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{escaped(text)}</w:t></w:r>'


def docx(*paragraphs, body="", **parts):
    """Word's: each paragraph is a text, or runs; `parts` are further files of word/, their names without .xml."""
    inside = "".join(f"<w:p>{p if p.startswith('<') else run(p)}</w:p>" for p in paragraphs) + body
    files = {"[Content_Types].xml": "<Types/>", "word/document.xml": f"<w:document {W}><w:body>{inside}</w:body></w:document>"}
    files |= {f"word/{name}.xml": content for name, content in parts.items()}
    return packed(files)


def odt(*paragraphs, styles=""):
    """OpenDocument's: each paragraph is a text, or what stands within <text:p>."""
    inside = "".join(f"<text:p>{p if p.startswith('<') else escaped(p)}</text:p>" for p in paragraphs)
    content = (f"<office:document-content {ODT}><office:automatic-styles>{styles}</office:automatic-styles>"
               f"<office:body><office:text>{inside}</office:text></office:body></office:document-content>")
    return packed({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})


def html(text, head="", body=""):
    return f"<!DOCTYPE html><html><head><title>A title</title>{head}</head><body {body}><p>{escaped(text)}</p></body></html>"


def pdf(*lines):
    """The least that is a PDF: a page of lines."""
    return pdf_of_pages([part for line in lines for part in textwrap.wrap(line, 80)])


def pdf_of_pages(*pages):
    """Of several pages, each a list of lines."""
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for i, lines in enumerate(pages):
        text = "BT /F1 10 Tf 50 750 Td 14 TL " + " ".join(
            "({}) Tj T*".format(line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")) for line in lines) + " ET"
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 2000 800] /Contents {5 + 2 * i} 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
            f"<< /Length {len(text)} >>\nstream\n{text}\nendstream",
        ]
    out, places = "%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n"
    return (out + end + f"startxref\n{len(out)}\n%%EOF\n").encode("latin-1")
