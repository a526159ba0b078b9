import { doseText, frequencyText, quantityText } from './dosage.ts'
import type { PrescribedItem, PrescriptionItem } from './prescription.ts'

type Say = (key: string, values?: Record<string, string | number>) => string

/**
 * A prescribed medicine with its dosage in words: what the provider is sent and what stays signed. `say` speaks the clinic's
 * language; `code` is the medicine's in the catalogue, or null for free text.
 */
export const wordedItem = (item: PrescribedItem, code: PrescriptionItem['code'], say: Say): PrescriptionItem => ({
  ...item,
  code,
  dose: doseText(item.dosage, say),
  frequency: frequencyText(item.dosage, say),
  quantity: quantityText(item.dosage, say),
})

/** The same item in the words of its reader. A provider's own text, which has no dosage, stays as it is. */
const inWordsOf = (item: PrescriptionItem, say: Say): PrescriptionItem =>
  item.dosage ? wordedItem({ ...item, dosage: item.dosage }, item.code, say) : item

/** How a medicine is taken, in one line: "1 comprimido · Por la boca · cada 8 horas · durante 5 días". */
export function itemLine(item: PrescriptionItem, say: Say): string {
  const { dose, route, frequency, durationDays, dosage } = inWordsOf(item, say)
  const endless = dosage ? say('care.prescription.longTerm') : ''
  return [
    dose,
    // S/D: the prescription does not say, and "no data" helps nobody.
    route === 'S/D' ? '' : say(`care.route.${route}`),
    frequency,
    durationDays === null ? endless : say('care.prescription.days', { days: durationDays }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What the pharmacy dispenses, in the words of its reader. */
export const itemQuantity = (item: PrescriptionItem, say: Say): string => inWordsOf(item, say).quantity
