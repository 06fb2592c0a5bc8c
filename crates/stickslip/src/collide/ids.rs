//! Names of contacts, by which they are found again in the next step.
//!
//! A name is a number of 64 bits: 20 for the collider of body A, 20 for that of body B, 24 for the features by which they face
//! each other. Names ascend with the colliders.

/// Colliders are counted with that many bits.
pub(crate) const COLLIDER_BITS: u32 = 20;
const FEATURE_BITS: u32 = 24;
const PART_BITS: u32 = 11;

/// What sort of features a code names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// A face of the first shape and a corner, end or ball of the second.
    FaceCorner = 0,
    /// The other way round.
    CornerFace = 1,
    /// Two edges, whether they cross in space or bound the patch where two faces meet.
    EdgeEdge = 2,
    /// Anything else.
    Other = 3,
}

/// The code of two features. Numbers beyond 2048 are folded; `resolve` tells those of one pair apart.
pub(crate) fn code(sort: Sort, first: u32, second: u32) -> u32 {
    let fold = |x: u32| {
        let mask = (1 << PART_BITS) - 1;
        if x <= mask {
            return x;
        }
        // a large mesh: spread neighbours, so that a patch rarely meets itself
        (x.wrapping_mul(0x9e37_79b1) >> 15) & mask
    };
    (sort as u32) << (2 * PART_BITS) | fold(first) << PART_BITS | fold(second)
}

/// The id of a contact.
pub(crate) fn pack(first: usize, second: usize, code: u32) -> u64 {
    (first as u64) << (COLLIDER_BITS + FEATURE_BITS)
        | (second as u64) << FEATURE_BITS
        | u64::from(code)
}

/// The colliders of an id.
#[inline]
pub(crate) fn colliders(id: u64) -> [usize; 2] {
    let last = (1 << COLLIDER_BITS) - 1;
    [COLLIDER_BITS + FEATURE_BITS, FEATURE_BITS].map(|bits| (id >> bits & last) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_ascend_with_the_colliders_first() {
        let large = code(Sort::Other, 2047, 2047);
        assert!(large < 1 << FEATURE_BITS);
        let last = (1 << COLLIDER_BITS) - 1;
        assert!(pack(3, 7, large) < pack(3, 8, 0));
        assert!(pack(3, last, large) < pack(4, 0, 0));
        assert_eq!(pack(last, last, large) >> 63, 1);
        for pair in [[3, last], [last, 7]] {
            assert_eq!(colliders(pack(pair[0], pair[1], large)), pair);
        }
    }

    #[test]
    fn codes_of_large_numbers_still_fit() {
        for i in [2048, 99_999, u32::MAX] {
            assert!(code(Sort::Other, i, i) < 1 << FEATURE_BITS);
        }
    }
}
