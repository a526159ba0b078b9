import { doseText, frequencyText, quantityText } from './dosage.ts'
import type { PrescribedItem, PrescriptionItem } from './prescription.ts'

type Translate = (key: string, values?: Record<string, string | number>) => string

/**
 * A medicine with its dosage as text: what the provider receives and what is signed, so in the clinic's language.
 * `code` is the medicine's code in the catalogue, or null for free text.
 */
export const itemWithText = (
  item: PrescribedItem,
  code: PrescriptionItem['code'],
  translate: Translate,
): PrescriptionItem => ({
  ...item,
  code,
  dose: doseText(item.dosage, translate),
  frequency: frequencyText(item.dosage, translate),
  quantity: quantityText(item.dosage, translate),
})

/** The same item in the language of its reader. A provider's own text, which has no dosage, stays unchanged. */
const inWordsOf = (item: PrescriptionItem, translate: Translate): PrescriptionItem =>
  item.dosage ? itemWithText({ ...item, dosage: item.dosage }, item.code, translate) : item

/** How a medicine is taken, in one line: "1 comprimido · Por la boca · cada 8 horas · durante 5 días". */
export function itemLine(item: PrescriptionItem, translate: Translate): string {
  const { dose, route, frequency, durationDays, dosage } = inWordsOf(item, translate)
  const endless = dosage ? translate('care.prescription.longTerm') : ''
  return [
    dose,
    // S/D (no data) is left out: it tells the patient nothing.
    route === 'S/D' ? '' : translate(`care.route.${route}`),
    frequency,
    durationDays === null ? endless : translate('care.prescription.days', { days: durationDays }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What the pharmacy dispenses, in the language of the reader. */
export const itemQuantity = (item: PrescriptionItem, translate: Translate): string =>
  inWordsOf(item, translate).quantity
