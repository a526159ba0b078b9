/** "+34 6•• ••• 12": enough to know one's own number, too little to learn somebody else's. */
export function maskedNumber(number: string): string {
  const lead = number.slice(0, 4)
  const tail = number.slice(-2)
  return `${lead.slice(0, 3)} ${lead.slice(3)}•• ••• ${tail}`
}
