#![allow(unsafe_code)]
use std::time::Instant;
use std::hint::black_box;
macro_rules! b { ($($n:ident $std:expr, $lo:literal $hi:literal;)*) => { $(
  #[target_feature(enable="avx2")] fn $n(x:&[f32], y:&mut [f32]) { for (x,y) in x.iter().zip(y) { *y = conformable_maths::f32::$n(*x) } }
)*
fn main() { $( 
  let n = 16384; let x: Vec<f32> = (0..n).map(|i| $lo + ($hi-$lo)*i as f32/n as f32).collect(); let mut y = vec![0f32;n];
  let mut a = vec![]; let mut s = vec![]; let f: fn(f32)->f32 = $std;
  for _ in 0..300 { let t=Instant::now(); unsafe{$n(black_box(&x), &mut y)}; black_box(&y); a.push(t.elapsed().as_nanos());
   if a.len()%10==0 { let t=Instant::now(); for (x,y) in x.iter().zip(&mut y) { *y = f(*x) }; black_box(&y); s.push(t.elapsed().as_nanos()); } }
  a.sort(); s.sort(); println!("{:10} {:.3} ns/elem   std {:.3}", stringify!($n), a[a.len()/2] as f64/n as f64, s[s.len()/2] as f64/n as f64);
)* } } }
b!{ exp f32::exp, -10.0 10.0; exp_m1 f32::exp_m1, -10.0 10.0; ln f32::ln, 0.1 100.0; ln_1p f32::ln_1p, -0.5 10.0; log2 f32::log2, 0.1 100.0; log10 f32::log10, 0.1 100.0; sin f32::sin, -10.0 10.0; cos f32::cos, -10.0 10.0; tanh f32::tanh, -5.0 5.0; sigmoid |x| 1.0/(1.0+(-x).exp()), -10.0 10.0; silu |x| x/(1.0+(-x).exp()), -10.0 10.0; softplus |x| x.exp().ln_1p(), -10.0 10.0; }
