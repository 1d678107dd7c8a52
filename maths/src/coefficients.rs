//! Written by `coefficients.py`.

/// `(exp(r) - 1 - r) / r^2`, |r| to ln 2 / 2. Largest error 3.1e-9 of the function's value.
pub(crate) const EXP_F32: [f32; 5] = [
    0.499_999_94,
    0.166_665_21,
    0.041_668_39,
    0.008_368_717_5,
    0.001_381_461_3,
];
/// `(exp(r) - 1 - r) / r^2`, |r| to ln 2 / 2. Largest error 3.6e-18 of the function's value.
pub(crate) const EXP_F64: [f64; 10] = [
    0.500_000_000_000_001_1,
    0.166_666_666_666_664_13,
    0.041_666_666_666_530_155,
    0.008_333_333_333_494_468,
    0.001_388_888_894_363_006,
    0.000_198_412_695_065_605_36,
    2.480_149_309_898_565_6e-5,
    2.755_758_639_144_247e-6,
    2.763_024_834_680_685_7e-7,
    2.500_005_575_220_233_5e-8,
];
/// The natural logarithm of 2, in parts.
pub(crate) const LN_2_F32: [f32; 2] = [
    0.693_145_75,
    1.428_606_8e-6,
];
/// The natural logarithm of 2, in parts.
pub(crate) const LN_2_F64: [f64; 2] = [
    0.693_147_180_560_117_7,
    -1.723_944_452_561_483_5e-13,
];
/// `(2^r - 1 - r ln 2) / r^2`, |r| to 1/2. Largest error 3.1e-9 of the function's value.
pub(crate) const EXP2_F32: [f32; 5] = [
    0.240_226_5,
    0.055_503_618,
    0.009_618_022_5,
    0.001_339_046,
    0.000_154_718_61,
];
/// The natural logarithm of 2, its first part as near as a number can be, in parts.
pub(crate) const LN_2_WHOLE_F32: [f32; 2] = [
    0.693_147_2,
    -1.904_654_2e-9,
];
/// `(ln(1 + f) - f + f^2 / 2) / f^3`, from sqrt(1/2) to sqrt(2). Largest error 5.8e-9 of the function's value.
pub(crate) const LN_F32: [f32; 8] = [
    0.333_333_3,
    -0.250_008_2,
    0.200_012_27,
    -0.166_233_58,
    0.142_017_54,
    -0.131_601_66,
    0.127_615_82,
    -0.076_345_34,
];
/// `(2 atanh(s) / s - 2) / s^2` by `s^2`, from sqrt(1/2) to sqrt(2). Largest error 2.5e-18 of the function's value.
pub(crate) const LN_F64: [f64; 7] = [
    0.666_666_666_666_673_5,
    0.399_999_999_994_110_96,
    0.285_714_287_432_620_23,
    0.222_221_984_760_407_7,
    0.181_835_697_372_184_4,
    0.153_139_033_111_462,
    0.147_975_070_656_078_62,
];
/// `(2 atanh(s) / s - 2) / s^2` by `s^2`, |s| to 1/3. Largest error 2.2e-10 of the function's value.
pub(crate) const LN_1P_F32: [f32; 5] = [
    0.666_666_75,
    0.399_988_74,
    0.286_170_07,
    0.214_262_04,
    0.243_068_78,
];
/// `(2 atanh(s) / s - 2) / s^2` by `s^2`, |s| to 1/3. Largest error 2.7e-18 of the function's value.
pub(crate) const LN_1P_F64: [f64; 10] = [
    0.666_666_666_666_663,
    0.400_000_000_001_584_6,
    0.285_714_285_476_903_03,
    0.222_222_239_804_363_56,
    0.181_817_435_306_703_52,
    0.153_865_686_537_920_93,
    0.133_008_549_368_383_5,
    0.121_070_545_053_457_9,
    0.083_357_486_745_702_76,
    0.170_268_580_452_546_56,
];
/// `(sin(r) - r) / r^3` by `r^2`, |r| to pi / 4. Largest error 4.9e-9 of the function's value.
pub(crate) const SIN_F32: [f32; 3] = [
    -0.166_666_52,
    0.008_331_983,
    -0.000_194_910_87,
];
/// `(cos(r) - 1 + r^2 / 2) / r^4` by `r^2`, |r| to pi / 4. Largest error 1.4e-10 of the function's value.
pub(crate) const COS_F32: [f32; 3] = [
    0.041_666_64,
    -0.001_388_711,
    2.440_904_6e-5,
];
/// `(sin(r) - r) / r^3` by `r^2`, |r| to pi / 4. Largest error 5.9e-18 of the function's value.
pub(crate) const SIN_F64: [f64; 6] = [
    -0.166_666_666_666_666_1,
    0.008_333_333_333_317_197,
    -0.000_198_412_698_256_060_26,
    2.755_731_223_258_147_7e-6,
    -2.505_053_023_243_034_3e-8,
    1.588_366_075_434_703_3e-10,
];
/// `(cos(r) - 1 + r^2 / 2) / r^4` by `r^2`, |r| to pi / 4. Largest error 8.7e-20 of the function's value.
pub(crate) const COS_F64: [f64; 6] = [
    0.041_666_666_666_666_56,
    -0.001_388_888_888_886_706_9,
    2.480_158_728_504_404_7e-5,
    -2.755_731_306_701_733_6e-7,
    2.087_554_878_367_686_6e-9,
    -1.135_065_164_050_050_4e-11,
];
/// 2/pi less its multiples of a power of two, which give whole turns, in parts, for two ranges of angles.
pub(crate) const TWO_OVER_PI: [[f64; 4]; 2] = [
    [0.636_619_770_899_415, 1.468_166_324_625_208_6e-9, 2.276_010_067_197_181_6e-18, 5.881_214_749_119_912e-27],
    [2.937_095_537_534_198e-16, 2.837_622_008_414_52e-25, 9.372_006_528_901_6e-34, 1.550_816_761_002_894e-42],
];
/// A quarter of a turn, its first part as near as a number can be, in parts.
pub(crate) const PI_2_WHOLE: [f64; 2] = [
    1.570_796_326_794_896_6,
    6.123_233_995_736_766e-17,
];
/// A quarter of a turn, in parts.
pub(crate) const PI_2: [f64; 4] = [
    1.570_796_326_734_125_6,
    6.077_100_509_014_471e-11,
    -2.508_278_806_342_644_4e-20,
    8.478_427_660_368_9e-32,
];
/// `erf(z) / z - 1` by `z^2`, |z| to 1. Largest error 1.2e-9 of the function's value.
pub(crate) const ERF: [f32; 7] = [
    0.128_379_17,
    -0.376_126_26,
    0.112_835_854,
    -0.026_853_813,
    0.005_188_327_7,
    -0.000_801_019_37,
    7.853_861e-5,
];
/// `ln(1 - erf(z))`, from 1 to 4. Largest error 1.0e-9 of the function's value.
pub(crate) const LN_ERFC: [f32; 7] = [
    -0.000_353_757_06,
    -1.127_039_9,
    -0.638_226,
    -0.103_037_134,
    0.021_805_203,
    -0.002_939_578,
    0.000_185_570_99,
];
/// `erfc(z) exp(z^2) / (2 t)` by `t = 3 / (3 + z)`, z to 10.7. Largest error 1.8e-9 of the function's value.
pub(crate) const TAIL: [f64; 11] = [
    0.094_021_770_241_972_6,
    0.094_260_821_632_723_95,
    0.086_470_149_420_946_07,
    0.092_060_893_886_079_67,
    0.012_575_534_810_263_347,
    0.171_283_535_371_249_7,
    -0.174_183_821_283_472_46,
    0.220_597_837_867_363_28,
    -0.115_218_615_517_060_81,
    0.016_186_582_053_767_78,
    0.001_945_312_439_296_394_7,
];
/// The digits of 2/pi after the point, 64 in each.
pub(crate) const TWO_OVER_PI_DIGITS: [u64; 20] = [
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
    0xf0cf_bc20_9af4_361d,
];
