// SHA-256 (FIPS 180-4) of a text in UTF-8, in hexadecimal. Written out: the browser's own is asked for in vain where a
// page from disk is no secure context, and a sheet must not differ between browsers.
const sha256 = (() => {
  const primes = [];
  for (let n = 2; primes.length < 64; ++n) if (primes.every((prime) => n % prime > 0)) primes.push(n);
  // The first 32 bits behind the point of a root, exact: by whole numbers.
  const rootBits = (n, power) => {
    const wanted = BigInt(n) << BigInt(32 * power);
    let low = 0n,
      high = 1n << 40n;
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** BigInt(power) <= wanted) low = middle;
      else high = middle;
    }
    return Number(low & 0xffffffffn) | 0;
  };
  const rounds = Int32Array.from(primes, (prime) => rootBits(prime, 3));
  const start = Int32Array.from(primes.slice(0, 8), (prime) => rootBits(prime, 2));
  const turn = (x, n) => (x >>> n) | (x << (32 - n));

  function block(state, view, at_, words) {
    for (let i = 0; i < 16; ++i) words[i] = view.getInt32(at_ + 4 * i);
    for (let i = 16; i < 64; ++i) {
      const [x, y] = [words[i - 15], words[i - 2]];
      const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3),
        s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      words[i] = (words[i - 16] + s0 + words[i - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; ++i) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25),
        s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + rounds[i] + words[i]) | 0;
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => {
      state[i] = (state[i] + value) | 0;
    });
  }

  return (text) => {
    const bytes = new TextEncoder().encode(text);
    const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(padded.length - 4, bytes.length * 8);
    const state = start.slice(),
      words = new Int32Array(64);
    for (let at_ = 0; at_ < padded.length; at_ += 64) block(state, view, at_, words);
    return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  };
})();
