import * as v from 'valibot'

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

/** `as-written`: the instructions define the frequency, for example for a tapered dose. */
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

/** Largest number of doses in a day; undefined where doses are not counted by the day. */
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

const MAX_AMOUNT = 10_000
const whole = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))
/** Most packages of one medicine on one prescription. */
export const MAX_PACKAGES = 99
export const MAX_PACKAGE_SIZE = 1000

/** A dosage as a clinician enters it at the desk: separate values, so that it can be checked and translated. */
export const Dosage = v.object({
  /** In `unit`, for each dose. */
  amount: v.pipe(v.number(), v.minValue(0.001), v.maxValue(MAX_AMOUNT)),
  unit: DoseUnit,
  frequency: DoseFrequency,
  /** The patient takes it only when needed; `frequency` is then the maximum. */
  asNeeded: v.boolean(),
  /** Packages that the pharmacy dispenses. */
  packages: whole(MAX_PACKAGES),
  /** Units in a package; null when the medicine's name states it or the pharmacist decides. */
  packageSize: v.nullable(whole(MAX_PACKAGE_SIZE)),
})
export type Dosage = v.InferOutput<typeof Dosage>

/** Units that a treatment of `days` needs at most; undefined where doses are not counted by the day. */
export function unitsNeeded({ amount, frequency }: Pick<Dosage, 'amount' | 'frequency'>, days: number) {
  const dosesADay = DOSES_A_DAY[frequency]
  // Avoids floating-point noise: 0.1 three times a day for ten days is 3, not 3.0000000000000004.
  return dosesADay && Math.ceil(Number((amount * dosesADay * days).toFixed(3)))
}

/** Parses a typed amount ("0,5", "1.5", "1/2"); undefined when it is not an amount. */
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
