// attention_cost.py of the book once more; names and formulas are the same.

export const DTYPE_BYTES = { float64: 8, float32: 4, bfloat16: 2, float16: 2, int8: 1 };
export const MEMORY = ["scores", "key_value", "query_output"];

const staircase = (n, width) => {
  const rising = Math.min(n, width);
  return (rising * (rising + 1)) / 2 + (n - rising) * width;
};

/** How many (query, key) pairs the mask leaves open; the T queries stand at the last of the S keys. */
export function visiblePairs(T, S, causal, window) {
  const width = window ?? S;
  const behind = staircase(S, width) - staircase(S - T, width);
  return causal ? behind : behind + staircase(T, width) - T;
}

export function modelCost(T, { n_layers, n_heads, n_kv_heads, head_dim, batch, dtype, window, causal, mode }) {
  const training = mode === "training",
    decoding = mode === "decode";
  const queries = decoding ? 1 : T;
  const cached = training || window === null ? T : Math.min(T, window);
  const keys = decoding ? cached : T;
  const layers = training ? n_layers : 1;
  const d_model = n_heads * head_dim;
  const seen = visiblePairs(queries, keys, causal, window);
  const bytes = DTYPE_BYTES[dtype];

  const rest = {
    key_value: 2 * batch * n_layers * cached * n_kv_heads * head_dim * bytes,
    query_output: 2 * layers * batch * queries * d_model * bytes,
  };
  const repeats = batch * n_layers;
  const projections = repeats * 4 * queries * d_model * (d_model + n_kv_heads * head_dim);
  return {
    bytes: {
      plain: { scores: layers * batch * n_heads * queries * keys * bytes, ...rest },
      tiled: { scores: layers * batch * n_heads * queries * DTYPE_BYTES.float32, ...rest },
    },
    flops: {
      plain: repeats * 4 * queries * keys * d_model * (training ? 3 : 1),
      tiled: repeats * 2 * seen * d_model * (training ? 7 : 2),
      projections: projections * (training ? 3 : 1),
    },
  };
}

export const total = (memory) => MEMORY.reduce((sum, name) => sum + memory[name], 0);

export const bottleneck = (memory) => MEMORY.reduce((most, name) => (memory[name] > memory[most] ? name : most));

/** The longest T whose memory is within the budget, by halving. */
export function longestT(budget, way, options, limit = 2 ** 30) {
  let low = 0,
    high = limit;
  while (low < high) {
    const middle = Math.floor((low + high + 1) / 2);
    if (total(modelCost(middle, options).bytes[way]) <= budget) low = middle;
    else high = middle - 1;
  }
  return low;
}
