/** Perceptual lightness, chroma and hue (OKLCH): changing one leaves the others alone. */
export interface Colour {
  lightness: number
  chroma: number
  hue: number
}

type Three = readonly [number, number, number]

/** "#0F5B50" or "#0F5"; undefined for anything else. */
export function parseHex(text: string): Colour | undefined {
  const hex = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text.trim())?.[1]
  if (!hex) return undefined
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
  const channel = (at: number) => toLinear(Number.parseInt(full.slice(at, at + 2), 16) / 255)
  return fromLinear([channel(0), channel(2), channel(4)])
}

/** The nearest displayable colour: reduces the chroma, keeps lightness and hue. */
export function toHex(colour: Colour): string {
  let { chroma } = colour
  let linear = linearOf({ ...colour, chroma })
  while (chroma > 0 && linear.some((part) => part < -0.0001 || part > 1.0001)) {
    chroma = Math.max(0, chroma - 0.004)
    linear = linearOf({ ...colour, chroma })
  }
  const channels = linear.map((part) => Math.round(fromLinearChannel(Math.min(1, Math.max(0, part))) * 255))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** WCAG 2 contrast of two hex colours: 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const channel = (at: number) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

const toLinear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const fromLinearChannel = (part: number): number =>
  part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055

const times = (matrix: readonly Three[], [x, y, z]: Three): Three => {
  const row = (index: number) => {
    const [a, b, c] = matrix[index] ?? [0, 0, 0]
    return a * x + b * y + c * z
  }
  return [row(0), row(1), row(2)]
}

// The four matrices are Björn Ottosson's (https://bottosson.github.io/posts/oklab/).
const RGB_TO_LMS: readonly Three[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const LMS_TO_LAB: readonly Three[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const LAB_TO_LMS: readonly Three[] = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const LMS_TO_RGB: readonly Three[] = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

function fromLinear(rgb: Three): Colour {
  const [l, m, s] = times(RGB_TO_LMS, rgb)
  const [lightness, a, b] = times(LMS_TO_LAB, [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)])
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

function linearOf({ lightness, chroma, hue }: Colour): Three {
  const [l, m, s] = times(LAB_TO_LMS, [lightness, chroma * Math.cos(hue), chroma * Math.sin(hue)])
  return times(LMS_TO_RGB, [l ** 3, m ** 3, s ** 3])
}
