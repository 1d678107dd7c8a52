//! SVG as text: rectangles, lines and texts with classes.

use std::fmt::Write;

/// The width of a character, at most, and the height of a line, in pixels.
pub(crate) const CHARACTER: usize = 9;
pub(crate) const LINE: usize = 22;

/// Colours for a light and for a dark page. The card has its own background, so a page of the other theme can show it.
const STYLE: &str = "\
text{font:15px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#1f2328}\
.card{fill:#fff;stroke:#d0d7de}\
.name{fill:#59636e}\
.size{fill:#ddf4ff;stroke:#0969da}\
.one{fill:#fff8c5;stroke:#9a6700;stroke-dasharray:5 3}\
.gap{fill:none;stroke:#9a6700;stroke-dasharray:2 4}\
.out{fill:#dafbe1;stroke:#1a7f37}\
.clash{fill:#ffebe9;stroke:#cf222e;stroke-width:2}\
.why{fill:#a40e26}\
.mark{fill:#cf222e}\
.line{fill:none;stroke:#59636e}\
@media(prefers-color-scheme:dark){\
text{fill:#e6edf3}\
.card{fill:#161b22;stroke:#3d444d}\
.name{fill:#9198a1}\
.size{fill:#0c2d6b;stroke:#58a6ff}\
.one{fill:#3b2300;stroke:#d29922}\
.gap{stroke:#d29922}\
.out{fill:#0f2d1a;stroke:#3fb950}\
.clash{fill:#490202;stroke:#f85149}\
.why{fill:#ffa198}\
.mark{fill:#f85149}\
.line{stroke:#9198a1}}";

/// The elements of an SVG.
#[derive(Debug, Default)]
pub(crate) struct Canvas(String);

impl Canvas {
    /// A rectangle at a point, with its width and height.
    pub(crate) fn rect(&mut self, class: &str, [x, y]: [usize; 2], [width, height]: [usize; 2]) {
        self.line(format_args!(r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}" rx="5"/>"#));
    }

    /// A text that starts at a point of its base line.
    pub(crate) fn text(&mut self, class: &str, [x, y]: [usize; 2], text: &str) {
        self.line(format_args!(r#"<text{} x="{x}" y="{y}">{}</text>"#, attribute(class), escaped(text)));
    }

    /// A text in the middle of a box.
    pub(crate) fn centred(&mut self, class: &str, [x, y]: [usize; 2], [width, height]: [usize; 2], text: &str) {
        let (x, y, text, class) = (x + width / 2, y + height / 2 + 5, escaped(text), attribute(class));
        self.line(format_args!(r#"<text{class} x="{x}" y="{y}" text-anchor="middle">{text}</text>"#));
    }

    /// A path, in the language of SVG.
    pub(crate) fn path(&mut self, class: &str, path: &str) {
        self.line(format_args!(r#"<path class="{class}" d="{path}"/>"#));
    }

    fn line(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.0, "{element}").expect("a string");
    }

    /// The SVG of that width and height, with a title and a description for screen readers.
    pub(crate) fn finish(self, [width, height]: [usize; 2], title: &str, description: &str) -> String {
        let (title, description, elements) = (escaped(title), escaped(description), self.0);
        let card =
            format!(r#"<rect class="card" x=".5" y=".5" width="{}" height="{}" rx="8"/>"#, width - 1, height - 1);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
<title>{title}</title>
<desc>{description}</desc>
<style>{STYLE}</style>
{card}
{elements}</svg>
"#
        )
    }
}

/// How wide a text is, at most.
pub(crate) fn width(text: &str) -> usize {
    text.chars().count() * CHARACTER
}

fn attribute(class: &str) -> String {
    if class.is_empty() { String::new() } else { format!(r#" class="{class}""#) }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// An SVG as the address of an image.
#[must_use]
pub fn data_url(svg: &str) -> String {
    let mut url = String::from("data:image/svg+xml,");
    for byte in svg.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:;=,".contains(&byte) {
            url.push(char::from(byte));
        } else {
            write!(url, "%{byte:02X}").expect("a string");
        }
    }
    url
}
