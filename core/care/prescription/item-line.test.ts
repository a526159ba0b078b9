import { expect, test } from 'vitest'
import { itemLine } from './item-line.ts'
import type { PrescriptionItem } from './prescription.ts'

const WORDS: Record<string, (values?: Record<string, string | number>) => string> = {
  'care.route.oral': () => 'Por la boca',
  'care.prescription.days': (values) => `durante ${values?.days} días`,
}
// A word that nobody has shows, as on a screen.
const say = (key: string, values?: Record<string, string | number>) => WORDS[key]?.(values) ?? key

const amoxicillin: PrescriptionItem = {
  medicine: 'Amoxicilina',
  dose: '1 comprimido',
  route: 'oral',
  frequency: 'cada 8 horas',
  durationDays: 5,
  quantity: '1 caja de 20',
  instructions: '',
}

test.each<[string, Partial<PrescriptionItem>, string]>([
  ['all that is known', {}, '1 comprimido · Por la boca · cada 8 horas · durante 5 días'],
  ['no way, when the prescription does not say it', { route: 'S/D' }, '1 comprimido · cada 8 horas · durante 5 días'],
  ['no end, when it is until told otherwise', { durationDays: null }, '1 comprimido · Por la boca · cada 8 horas'],
  [
    'the way alone, when the provider wrote the rest elsewhere',
    { dose: '', frequency: '', durationDays: null },
    'Por la boca',
  ],
  ['nothing, when nothing is known', { dose: '', route: 'S/D', frequency: '', durationDays: null }, ''],
])('how a medicine is taken, in one line: %s', (_, item, line) =>
  expect(itemLine({ ...amoxicillin, ...item }, say)).toBe(line),
)
