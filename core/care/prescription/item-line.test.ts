import { expect, test } from 'vitest'
import { itemLine, itemQuantity, itemWithText } from './item-line.ts'
import type { PrescriptionItem } from './prescription.ts'

type Values = Record<string, string | number> | undefined
const SPANISH: Record<string, (values: Values) => string> = {
  'care.route.oral': () => 'Oral',
  'care.prescription.days': (values) => `durante ${values?.days} días`,
  'care.prescription.longTerm': () => 'tratamiento continuo',
  'care.dose.unit.tablet': (values) => `${values?.amount} comprimido`,
  'care.dose.frequency.every-8-hours': () => 'cada 8 horas',
  'care.dose.asNeeded': (values) => `${values?.frequency}, solo si hace falta`,
  'care.dose.packages': (values) => `${values?.packages} envase`,
  'care.dose.packagesOf': (values) => `${values?.packages} envase de ${values?.size}`,
}
// A missing message shows its key, as on a screen.
const translate = (key: string, values?: Values) => SPANISH[key]?.(values) ?? key

const prescribed = {
  medicine: 'Amoxicilina',
  route: 'oral' as const,
  durationDays: 5,
  dosage: {
    amount: 1,
    unit: 'tablet' as const,
    frequency: 'every-8-hours' as const,
    asNeeded: false,
    packages: 1,
    packageSize: 20,
  },
  instructions: '',
}
const ofProvider: PrescriptionItem = {
  ...prescribed,
  code: null,
  dosage: null,
  dose: '2 pastillas',
  frequency: 'si duele',
  quantity: '3 cajas',
}

test.each<[string, Partial<PrescriptionItem>, string]>([
  ['its own text, when a provider wrote it', {}, '2 pastillas · Oral · si duele · durante 5 días'],
  ['no route, when the prescription does not say it', { route: 'S/D' }, '2 pastillas · si duele · durante 5 días'],
  ['no end, when a provider named none', { durationDays: null }, '2 pastillas · Oral · si duele'],
  [
    'the route alone, when the provider wrote the rest elsewhere',
    { dose: '', frequency: '', durationDays: null },
    'Oral',
  ],
  ['nothing, when nothing is known', { dose: '', route: 'S/D', frequency: '', durationDays: null }, ''],
])('how a medicine is taken, in one line: %s', (_, item, line) =>
  expect(itemLine({ ...ofProvider, ...item }, translate)).toBe(line),
)

test('a medicine signed at the desk is shown in the language of its reader', () => {
  const signed = itemWithText(prescribed, 'J01CA04', (key) => key)
  expect(itemLine(signed, translate)).toBe('1 comprimido · Oral · cada 8 horas · durante 5 días')
  expect(itemQuantity(signed, translate)).toBe('1 envase de 20')
})

test('a dose only if needed, a treatment without an end and a package without a size have their own texts', () => {
  const dosage = { ...prescribed.dosage, asNeeded: true, packageSize: null }
  const signed = itemWithText({ ...prescribed, dosage, durationDays: null }, null, translate)
  expect(itemLine(signed, translate)).toBe(
    '1 comprimido · Oral · cada 8 horas, solo si hace falta · tratamiento continuo',
  )
  expect(signed).toMatchObject({ dose: '1 comprimido', quantity: '1 envase', code: null })
})
