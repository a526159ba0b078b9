import * as v from 'valibot'

/** What a dose is counted in. */
export const DoseUnit = v.picklist([
  'tablet',
  'capsule',
  'sachet',
  'ml',
  'mg',
  'drop',
  'puff',
  'spray',
  'application',
  'suppository',
  'vaginal-tablet',
  'ampoule',
  'syringe',
  'pen',
  'patch',
  'international-unit',
])
export type DoseUnit = v.InferOutput<typeof DoseUnit>

/** How often a dose is taken; `as-written`: the instructions say it (a dose that is tapered, for example). */
export const DoseFrequency = v.picklist([
  'every-4-hours',
  'every-6-hours',
  'every-8-hours',
  'every-12-hours',
  'once-a-day',
  'in-the-morning',
  'at-bedtime',
  'with-main-meals',
  'every-other-day',
  'once-a-week',
  'once-a-month',
  'single-dose',
  'as-written',
])
export type DoseFrequency = v.InferOutput<typeof DoseFrequency>

/** Doses in a day, at most; undefined where they are not counted by the day. */
const DOSES_A_DAY: Readonly<Record<DoseFrequency, number | undefined>> = {
  'every-4-hours': 6,
  'every-6-hours': 4,
  'every-8-hours': 3,
  'every-12-hours': 2,
  'once-a-day': 1,
  'in-the-morning': 1,
  'at-bedtime': 1,
  'with-main-meals': 3,
  'every-other-day': 1 / 2,
  'once-a-week': 1 / 7,
  'once-a-month': 1 / 30,
  'single-dose': undefined,
  'as-written': undefined,
}

const MOST_AMOUNT = 10_000
const whole = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))
/** Packages of one medicine on one prescription. */
export const MOST_PACKAGES = 99
export const MOST_PACKAGE_SIZE = 1000

/** How a clinician prescribes a medicine at the desk: each part a value of its own, so that it can be checked and translated. */
export const Dosage = v.object({
  /** Of `unit`, each time. */
  amount: v.pipe(v.number(), v.minValue(0.001), v.maxValue(MOST_AMOUNT)),
  unit: DoseUnit,
  frequency: DoseFrequency,
  /** Only when the patient needs it; `frequency` is then the most. */
  asNeeded: v.boolean(),
  /** What the pharmacy dispenses. */
  packages: whole(MOST_PACKAGES),
  /** Units in a package; null: the name of the medicine or the pharmacist decides. */
  packageSize: v.nullable(whole(MOST_PACKAGE_SIZE)),
})
export type Dosage = v.InferOutput<typeof Dosage>

/** Units that `days` of treatment take at most; undefined where doses are not counted by the day. */
export function unitsNeeded({ amount, frequency }: Pick<Dosage, 'amount' | 'frequency'>, days: number) {
  const dosesADay = DOSES_A_DAY[frequency]
  // 0.1 three times a day for ten days is 3, not 3.0000000000000004.
  return dosesADay && Math.ceil(Number((amount * dosesADay * days).toFixed(3)))
}

/** The amount that somebody typed ("0,5", "1.5", "1/2"); undefined: it is none. */
export function readAmount(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.')
  const [, over, under] = /^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? []
  const amount =
    over && under
      ? Number((Number(over) / Number(under)).toFixed(3))
      : /^\d{1,5}(\.\d{1,3})?$/.test(text) && Number(text)
  return v.is(Dosage.entries.amount, amount) ? amount : undefined
}

type Translate = (key: string, values?: Record<string, string | number>) => string

/** "1 comprimido" */
export const doseText = ({ amount, unit }: Dosage, translate: Translate): string =>
  translate(`care.dose.unit.${unit}`, { amount })

/** "cada 8 horas, si lo necesitas" */
export function frequencyText({ frequency, asNeeded }: Dosage, translate: Translate): string {
  const often = translate(`care.dose.frequency.${frequency}`)
  return asNeeded ? translate('care.dose.asNeeded', { frequency: often }) : often
}

/** "1 envase de 20" */
export const quantityText = ({ packages, packageSize }: Dosage, translate: Translate): string =>
  packageSize === null
    ? translate('care.dose.packages', { packages })
    : translate('care.dose.packagesOf', { packages, size: packageSize })
