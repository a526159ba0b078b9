import {
  type AdministrationRoute,
  ITEM_MOST,
  MOST_ITEMS,
  type PrescribedItem,
  type PrescriptionItem,
} from '@cuida/core/care/prescription/prescription.ts'
import { PRESCRIPTION_DAYS, PRESCRIPTION_MOST_DAYS } from '@cuida/core/kit/assumptions.ts'
import { dayAfter } from '@cuida/core/kit/zone.ts'

/** A medicine as it is typed. It says for how many days, or that it has no end: silence is neither. */
export interface ItemDraft {
  medicine: string
  dose: string
  route: AdministrationRoute | ''
  frequency: string
  days: string
  isContinuous: boolean
  quantity: string
  instructions: string
}
export const EMPTY_ITEM: ItemDraft = {
  medicine: '',
  dose: '',
  route: '',
  frequency: '',
  days: '',
  isContinuous: false,
  quantity: '',
  instructions: '',
}

/** What is wrong with each field of a medicine; nothing when it can be prescribed. */
export function itemProblems(item: ItemDraft): { [K in keyof ItemDraft]?: string } {
  const long = (name: keyof typeof ITEM_MOST) => (item[name].trim().length > ITEM_MOST[name] ? 'TOO_LONG' : undefined)
  const needed = (name: 'dose' | 'frequency' | 'quantity') => (item[name].trim() === '' ? 'REQUIRED' : long(name))
  const problems: { [K in keyof ItemDraft]?: string | undefined } = {
    medicine: item.medicine.trim().length < 2 ? 'REQUIRED' : long('medicine'),
    dose: needed('dose'),
    route: item.route === '' ? 'REQUIRED' : undefined,
    frequency: needed('frequency'),
    days: item.isContinuous ? undefined : daysProblem(item.days.trim()),
    quantity: needed('quantity'),
    instructions: long('instructions'),
  }
  return Object.fromEntries(Object.entries(problems).filter(([_, problem]) => problem))
}

function daysProblem(days: string): 'REQUIRED' | 'INVALID' | undefined {
  if (days === '') return 'REQUIRED'
  const isDays = /^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= PRESCRIPTION_MOST_DAYS
  return isDays ? undefined : 'INVALID'
}

export const itemOf = ({ days, isContinuous, route, ...item }: ItemDraft): PrescribedItem => ({
  medicine: item.medicine.trim(),
  dose: item.dose.trim(),
  frequency: item.frequency.trim(),
  quantity: item.quantity.trim(),
  instructions: item.instructions.trim(),
  route: route || 'S/D',
  durationDays: isContinuous ? null : Number(days),
})

export const draftOfItem = ({ durationDays, ...item }: PrescriptionItem): ItemDraft => ({
  ...item,
  days: durationDays === null ? '' : String(durationDays),
  isContinuous: durationDays === null,
})

/** A prescription that is being written. `key` stays until it is signed: what is sent again is the same one. */
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
export const isFull = ({ items }: Draft): boolean => items.length >= MOST_ITEMS

/** Kept while the desk is open, by consultation: who looks at another patient meanwhile loses nothing. Never on a disk. */
export const drafts = new Map<string, Draft>()
