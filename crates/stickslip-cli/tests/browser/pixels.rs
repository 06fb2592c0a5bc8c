//! Pictures as pixels.

/// A picture, decoded.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Red, green and blue of each pixel, row after row.
    rgb: Vec<[u8; 3]>,
}

impl Picture {
    pub(crate) fn read(png: &[u8]) -> Self {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().expect("it is a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("it fits")];
        let info = reader.next_frame(&mut bytes).expect("it is complete");
        let samples = info.color_type.samples();
        assert!(samples >= 3, "it has colours");
        let rgb = bytes[..info.buffer_size()].chunks(samples);
        Self {
            width: info.width as usize,
            height: info.height as usize,
            rgb: rgb.map(|p| [p[0], p[1], p[2]]).collect(),
        }
    }

    /// The colour of a pixel.
    pub(crate) fn at(&self, x: f64, y: f64) -> [u8; 3] {
        let (column, row) = (x as usize, y as usize);
        assert!(
            column < self.width && row < self.height,
            "({x}, {y}) is outside"
        );
        self.rgb[row * self.width + column]
    }

    /// The part inside a box of pixels: left, top, width, height.
    pub(crate) fn clip(&self, [left, top, width, height]: [usize; 4]) -> Self {
        let row = |y: usize| &self.rgb[y * self.width + left..][..width];
        Self {
            width,
            height,
            rgb: (top..top + height).flat_map(row).copied().collect(),
        }
    }

    /// How many colours there are.
    pub(crate) fn colours(&self) -> usize {
        let mut all = self.rgb.clone();
        all.sort_unstable();
        all.dedup();
        all.len()
    }

    /// Pixels that differ clearly from those of another picture of the same size.
    pub(crate) fn differences(&self, other: &Self) -> usize {
        assert_eq!((self.width, self.height), (other.width, other.height));
        let pairs = self.rgb.iter().zip(&other.rgb);
        pairs.filter(|(a, b)| distance(**a, **b) > 24).count()
    }
}

/// How far two colours are apart.
pub(crate) fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    (0..3).map(|k| u32::from(a[k].abs_diff(b[k]))).sum()
}
