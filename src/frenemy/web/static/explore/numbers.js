// Numbers as texts.

const FORMAT = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const LARGE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** @param {number | null} value @returns {string} with three digits; "–" for none */
export function short(value) {
  if (value === null || value === undefined) return "–";
  return (Math.abs(value) >= 1000 ? LARGE : FORMAT).format(value);
}

/** @param {number | null} value a weight: positive attracts @returns {string} */
export const signed = (value) => (value > 0 ? `+${short(value)}` : short(value));

/** @param {number | null} value */
export const nats = (value) => `${short(value)} nats`;

/** @param {number | null} cost of joining two groups, null if decisions forbid it @returns {string} */
export function joiningText(cost) {
  if (cost === null) return "must stay apart";
  return cost <= 0 ? "joining is free" : `joining costs ${nats(cost)}`;
}

/** @param {number} value */
export const seconds = (value) => (value < 0.01 ? "under 0.01 s" : `${short(value)} s`);

/** @param {number} share */
export const percent = (share) => `${Math.round(100 * share)} %`;

export const count = (n) => n.toLocaleString("en");
