import {
  type DoseFrequency,
  type DoseUnit,
  MAX_PACKAGE_SIZE,
  MAX_PACKAGES,
  readAmount,
} from '@cuida/core/care/prescription/dosage.ts'
import {
  type AdministrationRoute,
  MAX_ITEM_LENGTHS,
  MAX_PRESCRIPTION_ITEMS,
  type PrescribedItem,
  type PrescriptionItem,
} from '@cuida/core/care/prescription/prescription.ts'
import { PRESCRIPTION_DAYS, PRESCRIPTION_MAX_DAYS } from '@cuida/core/kit/assumptions.ts'
import { dayAfter } from '@cuida/core/kit/zone.ts'

/** An item as typed. The duration is a number of days or "continuous"; leaving both empty is invalid. */
export interface ItemDraft {
  medicine: string
  amount: string
  unit: DoseUnit | ''
  route: AdministrationRoute | ''
  frequency: DoseFrequency | ''
  asNeeded: boolean
  days: string
  isContinuous: boolean
  packages: string
  packageSize: string
  instructions: string
}
export const EMPTY_ITEM: ItemDraft = {
  medicine: '',
  amount: '',
  unit: '',
  route: '',
  frequency: '',
  asNeeded: false,
  days: '',
  isContinuous: false,
  packages: '1',
  packageSize: '',
  instructions: '',
}

/** The invalid fields of an item; empty when it can be prescribed. */
export function itemProblems(item: ItemDraft): { [K in keyof ItemDraft]?: string } {
  const { medicine, amount, instructions } = item
  const problems: { [K in keyof ItemDraft]?: string | undefined } = {
    medicine: medicine.trim().length < 2 ? 'REQUIRED' : lengthProblem(medicine, MAX_ITEM_LENGTHS.medicine),
    amount: amount.trim() === '' ? 'REQUIRED' : readAmount(amount) === undefined ? 'INVALID' : undefined,
    unit: item.unit === '' ? 'REQUIRED' : undefined,
    route: item.route === '' ? 'REQUIRED' : undefined,
    frequency: item.frequency === '' ? 'REQUIRED' : undefined,
    days: item.isContinuous ? undefined : numberProblem(item.days, PRESCRIPTION_MAX_DAYS),
    packages: numberProblem(item.packages, MAX_PACKAGES),
    packageSize: item.packageSize.trim() === '' ? undefined : numberProblem(item.packageSize, MAX_PACKAGE_SIZE),
    instructions:
      item.frequency === 'as-written' && instructions.trim() === ''
        ? 'REQUIRED'
        : lengthProblem(instructions, MAX_ITEM_LENGTHS.instructions),
  }
  return Object.fromEntries(Object.entries(problems).filter(([_, problem]) => problem))
}

const lengthProblem = (text: string, most: number) => (text.trim().length > most ? 'TOO_LONG' : undefined)

/** Validates a whole number from 1 to `most`. */
function numberProblem(typed: string, most: number): 'REQUIRED' | 'INVALID' | undefined {
  const text = typed.trim()
  if (text === '') return 'REQUIRED'
  return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= most ? undefined : 'INVALID'
}

/** Requires a draft without problems. */
export function toPrescribedItem(draft: ItemDraft): PrescribedItem {
  const { amount, unit, frequency, asNeeded, packages, packageSize, isContinuous, days } = draft
  return {
    medicine: draft.medicine.trim(),
    route: draft.route || 'S/D',
    durationDays: isContinuous ? null : Number(days),
    dosage: {
      amount: readAmount(amount) ?? 0,
      unit: unit || 'tablet',
      frequency: frequency || 'as-written',
      asNeeded,
      packages: Number(packages),
      packageSize: packageSize.trim() === '' ? null : Number(packageSize),
    },
    instructions: draft.instructions.trim(),
  }
}

/** A prescribed item as a draft. A provider's free-text item has no dosage, so the form asks for it. */
export function draftOfItem({
  medicine,
  route,
  durationDays,
  dosage,
  instructions,
}: PrescribedItem | PrescriptionItem): ItemDraft {
  return {
    ...EMPTY_ITEM,
    medicine,
    route,
    instructions,
    ...(dosage && {
      amount: String(dosage.amount),
      unit: dosage.unit,
      frequency: dosage.frequency,
      asNeeded: dosage.asNeeded,
      packages: String(dosage.packages),
      packageSize: dosage.packageSize === null ? '' : String(dosage.packageSize),
      days: durationDays === null ? '' : String(durationDays),
      isContinuous: durationDays === null,
    }),
  }
}

/** The items of an earlier prescription for renewal; undefined when an item has no dosage and needs the form. */
export function renewedItems(items: readonly PrescriptionItem[]): PrescribedItem[] | undefined {
  const renewed = items.map(({ medicine, route, durationDays, dosage, instructions }) =>
    dosage ? [{ medicine, route, durationDays, dosage, instructions }] : [],
  )
  return renewed.every(({ length }) => length > 0) ? renewed.flat() : undefined
}

/** An unsigned prescription. `key` is its idempotency key and stays until it is signed. */
export interface Draft {
  key: string
  items: PrescribedItem[]
  validUntil: string
}
export const newDraft = (today: string): Draft => ({
  key: crypto.randomUUID(),
  items: [],
  validUntil: dayAfter(today, PRESCRIPTION_DAYS),
})
export const isFull = ({ items }: Draft): boolean => items.length >= MAX_PRESCRIPTION_ITEMS

/**
 * Drafts by consultation, in memory only: visiting another patient loses nothing, and no health data is stored on the
 * device.
 */
export const drafts = new Map<string, Draft>()
