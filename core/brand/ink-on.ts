/** Relative luminance of an sRGB colour (WCAG 2.2): 0 is black, 1 is white. */
function luminance(colour: string): number {
  const whole = colour.length < 6 ? colour.replaceAll(/[\da-f]/gi, '$&$&') : colour
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(whole.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Black or white, whichever has more contrast on a colour; the better one always has at least 4.5:1. */
export const inkOn = (colour: string): '#000' | '#fff' => ((luminance(colour) + 0.05) ** 2 > 0.0525 ? '#000' : '#fff')
