import type { PrescriptionItem } from './prescription.ts'

type Say = (key: string, values?: Record<string, string | number>) => string

/** How a medicine is taken, in one line: "1 comprimido · Por la boca · cada 8 horas · durante 5 días". */
export function itemLine({ dose, route, frequency, durationDays }: PrescriptionItem, say: Say): string {
  return [
    dose,
    // S/D: the prescription does not say, and "no data" helps nobody.
    route === 'S/D' ? '' : say(`care.route.${route}`),
    frequency,
    durationDays === null ? '' : say('care.prescription.days', { days: durationDays }),
  ]
    .filter(Boolean)
    .join(' · ')
}
