import * as v from 'valibot'
import { Id, Moment, Text } from '../../kit/shapes.ts'
import { isRealDay } from '../../profile/account/age.ts'

// B2.25: medical history shows allergies, personal, family and clinical history; only a clinician writes it.

export const HistoryKind = v.picklist(['allergy', 'personal', 'family', 'clinical'])
export type HistoryKind = v.InferOutput<typeof HistoryKind>
/** Severity of an allergy, ascending. */
export const Severity = v.picklist(['mild', 'moderate', 'severe', 'anaphylaxis'])
export type Severity = v.InferOutput<typeof Severity>
export const EntryStatus = v.picklist(['active', 'resolved', 'entered-in-error'])
export type EntryStatus = v.InferOutput<typeof EntryStatus>
export const Relative = v.picklist(['mother', 'father', 'sibling', 'child', 'grandparent', 'other'])
/** As precise as the patient remembers: YYYY, YYYY-MM or YYYY-MM-DD. */
const Onset = v.pipe(v.string(), v.regex(/^\d{4}(-\d{2}(-\d{2})?)?$/))

/** Fields that a clinician writes. `severity` belongs to allergies, `relative` to family history. */
const entryFields = {
  kind: HistoryKind,
  text: Text(1, 500),
  onset: v.nullable(Onset),
  severity: v.nullable(Severity),
  status: EntryStatus,
  relative: v.nullable(Relative),
} as const
export const NewEntry = v.object(entryFields)
export type NewEntry = v.InferOutput<typeof NewEntry>

const versionFields = {
  id: Id,
  ...entryFields,
  text: v.string(),
  author: v.string(),
  writtenAt: Moment,
  /** Why it replaced the earlier version; null for a first version. */
  reason: v.nullable(v.string()),
} as const
export const EntryVersion = v.object(versionFields)
export type EntryVersion = v.InferOutput<typeof EntryVersion>
/** A current entry with the versions that it replaced, newest first; nothing is deleted. */
export const HistoryEntry = v.object({ ...versionFields, earlier: v.array(EntryVersion) })
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>

/** Shortest text of an edit request, in characters: a clinician needs to know what to change. */
export const MIN_EDIT_REQUEST_LENGTH = 10
export const EditRequest = v.object({
  id: Id,
  section: HistoryKind,
  /** The entry concerned; null when the patient reports a missing one. */
  entryId: v.nullable(Id),
  text: v.string(),
  createdAt: Moment,
  state: v.picklist(['open', 'accepted', 'declined']),
  answeredAt: v.nullable(Moment),
  answeredBy: v.nullable(v.string()),
  /** The reason for declining. */
  answer: v.nullable(v.string()),
})
export type EditRequest = v.InferOutput<typeof EditRequest>

export type EntryProblems = Partial<
  Record<'onset' | 'severity' | 'relative' | 'status', 'REQUIRED' | 'INVALID' | 'FUTURE'>
>

/** Problems of an entry beyond its shape. `today` is YYYY-MM-DD; `replaces`: it replaces another entry. */
export function entryProblems(
  entry: NewEntry,
  { today, replaces }: { today: string; replaces: boolean },
): EntryProblems {
  const { kind, onset, severity, relative, status } = entry
  const problems: EntryProblems = {}
  if (kind === 'family' && relative === null) problems.relative = 'REQUIRED'
  if (kind !== 'family' && relative !== null) problems.relative = 'INVALID'
  if (kind !== 'allergy' && severity !== null) problems.severity = 'INVALID'
  if (status === 'entered-in-error' && !replaces) problems.status = 'INVALID'
  const problem = onset === null ? undefined : onsetProblem(onset, today)
  if (problem) problems.onset = problem
  return problems
}

function onsetProblem(onset: string, today: string): 'INVALID' | 'FUTURE' | undefined {
  const day = `${onset}${'-01-01'.slice(onset.length - 10)}`
  if (!isRealDay(onset.length === 10 ? onset : day) || onset < '1900') return 'INVALID'
  return onset > today.slice(0, onset.length) ? 'FUTURE' : undefined
}

/** Sorts allergies first by severity, then active entries, then the newest. */
export function sortHistory(entries: readonly HistoryEntry[]): HistoryEntry[] {
  return [...entries].sort(
    (one, two) =>
      weight(one) - weight(two) || two.writtenAt.localeCompare(one.writtenAt) || one.id.localeCompare(two.id),
  )
}
const weight = ({ status, severity }: HistoryEntry): number =>
  (status === 'active' ? 0 : 10) + (severity ? -Severity.options.indexOf(severity) : 1)

/** Active allergies, which the desk shows before everything else. */
export const alertsOf = (entries: readonly HistoryEntry[]): HistoryEntry[] =>
  sortHistory(entries.filter(({ kind, status }) => kind === 'allergy' && status === 'active'))
