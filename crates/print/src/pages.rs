//! Documents of several pages.

use std::collections::HashMap;

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref};
use svg2pdf::ConversionOptions;

use crate::{PIXELS_PER_INCH, PrintError, tree};

/// Points to an inch, the unit of a PDF.
const POINTS_PER_INCH: f32 = 72.0;

/// The name of the picture on its page.
const PICTURE: Name<'static> = Name(b"Picture");

/// Draws each SVG as a page of one PDF, as large as the picture.
pub fn pdf_pages(svgs: &[String]) -> Result<Vec<u8>, PrintError> {
    let mut next = Ref::new(1);
    let (catalog, page_tree) = (next.bump(), next.bump());
    let mut pdf = Pdf::new();
    let mut pages = Vec::with_capacity(svgs.len());
    for svg in svgs {
        let tree = tree(svg)?;
        let scale = POINTS_PER_INCH / PIXELS_PER_INCH;
        let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
        let drawn = svg2pdf::to_chunk(&tree, ConversionOptions::default());
        let (chunk, picture) = drawn.map_err(|error| PrintError::Pdf(error.to_string()))?;
        let mut numbers = HashMap::new();
        let mut renumbered = |old| *numbers.entry(old).or_insert_with(|| next.bump());
        let picture = renumbered(picture);
        let chunk = chunk.renumber(&mut renumbered);
        let (page, content) = (next.bump(), next.bump());
        pages.push(page);
        let mut written = pdf.page(page);
        written.media_box(Rect::new(0.0, 0.0, width, height));
        written.parent(page_tree);
        written.contents(content);
        let mut resources = written.resources();
        resources.x_objects().pair(PICTURE, picture);
        resources.finish();
        written.finish();
        let mut drawing = Content::new();
        // A picture is a point wide and high until it is told otherwise.
        drawing.transform([width, 0.0, 0.0, height, 0.0, 0.0]);
        drawing.x_object(PICTURE);
        pdf.stream(content, &drawing.finish());
        pdf.extend(&chunk);
    }
    pdf.catalog(catalog).pages(page_tree);
    let count = i32::try_from(pages.len()).map_err(|_| PrintError::Pdf("too many pages".into()))?;
    pdf.pages(page_tree).count(count).kids(pages);
    Ok(pdf.finish())
}
