// What is heard and felt on the pages of both games: stone on stone, deeper for a dark one, and a brush in the sand at a win. All is
// made here.

const BUZZ = { choose: [8], move: [15], refused: [10, 40, 10], won: [15] }; // milliseconds

let context = null; // there is none before the first sound

/** A sound that fades away, of a source. */
function fading(source, seconds, loud, ...through) {
  const gain = context.createGain(),
    now = context.currentTime;
  gain.gain.setValueAtTime(loud, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  [source, ...through, gain, context.destination].reduce((from, to) => from.connect(to));
  source.start(now);
  source.stop(now + seconds);
}

function knock(frequency) {
  const source = context.createOscillator();
  source.type = "triangle";
  source.frequency.value = frequency;
  fading(source, 0.09, 0.3);
}

function brush() {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate),
    source = context.createBufferSource(),
    filter = context.createBiquadFilter();
  buffer.copyToChannel(new Float32Array(buffer.length).map(() => 2 * Math.random() - 1), 0);
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = 2400;
  fading(source, 0.9, 0.12, filter);
}

/** Let something be heard and felt: "choose", "move", "refused" or "won". */
export function sound({ kind, dark }) {
  navigator.vibrate?.(BUZZ[kind]);
  if (kind !== "move" && kind !== "won") return;
  context ??= new AudioContext();
  knock(dark ? 420 : 640);
  if (kind === "won") brush();
}
