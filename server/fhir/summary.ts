import { randomUUID } from 'node:crypto'
import type {
  AllergyIntolerance,
  Bundle,
  CodeableConcept,
  Composition,
  CompositionSection,
  Condition,
  FamilyMemberHistory,
  MedicationRequest,
  MedicationStatement,
  Organization,
  Patient,
  Resource,
} from '@medplum/fhirtypes'
import type { Translate } from '../kit/i18n/translator.ts'
import { CLINIC_REFERENCE, coded, patientReference, SYSTEMS } from './codes.ts'
import { effectiveOf } from './map-record.ts'
import { fullUrlOf } from './search.ts'

/** The resources that a summary is made of. */
export const SUMMARY_TYPES = [
  'Patient',
  'MedicationRequest',
  'MedicationStatement',
  'AllergyIntolerance',
  'Condition',
  'FamilyMemberHistory',
] as const

type Entry = AllergyIntolerance | Condition | FamilyMemberHistory | MedicationRequest | MedicationStatement

interface Section {
  title: string
  /** LOINC code of the section. */
  code: string
  display: string
  entries: readonly Entry[]
}

interface SummaryContext {
  base: string
  now: Date
  locale: string
  translate: Translate
  organization: Organization
}

const IPS = 'http://hl7.org/fhir/uv/ips/StructureDefinition'

/**
 * The International Patient Summary as a document. The sections of medicines, allergies and problems are always there:
 * without an entry, they say that there is no information, never that there is nothing.
 */
export function patientSummaryOf(resources: readonly Resource[], context: SummaryContext): Bundle {
  const { base, now, locale, translate, organization } = context
  const patient = resources.find((one): one is Patient => one.resourceType === 'Patient')
  if (!patient?.id) throw new Error('a summary needs its patient')
  const sections = sectionsOf(resources, patient.id, translate)
  const composition: Composition = {
    resourceType: 'Composition',
    id: randomUUID(),
    meta: { profile: [`${IPS}/Composition-uv-ips`] },
    language: locale,
    status: 'final',
    type: coded('loinc', '60591-5', 'Patient summary Document'),
    subject: patientReference(patient.id),
    date: now.toISOString(),
    author: [CLINIC_REFERENCE],
    title: translate('fhir.summary.title'),
    custodian: CLINIC_REFERENCE,
    section: sections.map((section) => compositionSection(section, context)),
  }
  const documents = [composition, patient, organization, ...sections.flatMap(({ entries }) => entries)]
  return {
    resourceType: 'Bundle',
    meta: { profile: [`${IPS}/Bundle-uv-ips`] },
    identifier: { system: SYSTEMS.uri, value: `urn:uuid:${randomUUID()}` },
    type: 'document',
    timestamp: now.toISOString(),
    entry: documents.map((resource) => ({ fullUrl: fullUrlOf(base, resource), resource })),
  }
}

function sectionsOf(resources: readonly Resource[], patientId: string, translate: Translate): Section[] {
  const all = <T extends Entry['resourceType']>(type: T) =>
    resources.filter((one): one is Extract<Entry, { resourceType: T }> => one.resourceType === type)
  const requests = all('MedicationRequest')
    .filter(({ status }) => status === 'active')
    // The encounter is not part of the document.
    .map(({ encounter: _, ...request }) => request)
  const medicines = [...all('MedicationStatement'), ...requests]
  const allergies = all('AllergyIntolerance').filter(isNoError)
  const conditions = all('Condition').filter(isNoError)
  const hasClinicalStatus = (code: string) =>
    conditions.filter(({ clinicalStatus }) => clinicalStatus?.coding?.[0]?.code === code)
  const problems = hasClinicalStatus('active')
  const past = hasClinicalStatus('resolved')
  const family = all('FamilyMemberHistory').filter(({ status }) => status === 'completed')
  return [
    {
      title: translate('fhir.summary.medicines'),
      code: '10160-0',
      display: 'History of Medication use Narrative',
      entries: medicines.length > 0 ? medicines : [noMedicineInformation(patientId, translate)],
    },
    {
      title: translate('fhir.summary.allergies'),
      code: '48765-2',
      display: 'Allergies and adverse reactions Document',
      entries: allergies.length > 0 ? allergies : [noAllergyInformation(patientId, translate)],
    },
    {
      title: translate('fhir.summary.problems'),
      code: '11450-4',
      display: 'Problem list - Reported',
      entries: problems.length > 0 ? problems : [noProblemInformation(patientId, translate)],
    },
    ...(past.length > 0
      ? [
          {
            title: translate('fhir.summary.past'),
            code: '11348-0',
            display: 'History of Past illness Narrative',
            entries: past,
          },
        ]
      : []),
    ...(family.length > 0
      ? [
          {
            title: translate('fhir.summary.family'),
            code: '10157-6',
            display: 'History of family member diseases Narrative',
            entries: family,
          },
        ]
      : []),
  ]
}

const isNoError = ({ verificationStatus }: AllergyIntolerance | Condition): boolean =>
  verificationStatus?.coding?.[0]?.code !== 'entered-in-error'

const noInformation = (code: string, translate: Translate): CodeableConcept => ({
  ...coded('absentOrUnknown', code),
  text: translate('fhir.summary.noInformation'),
})

const noMedicineInformation = (patientId: string, translate: Translate): MedicationStatement => ({
  resourceType: 'MedicationStatement',
  id: 'no-medication-info',
  status: 'unknown',
  medicationCodeableConcept: noInformation('no-medication-info', translate),
  subject: patientReference(patientId),
  ...effectiveOf(null),
})

const noAllergyInformation = (patientId: string, translate: Translate): AllergyIntolerance => ({
  resourceType: 'AllergyIntolerance',
  id: 'no-allergy-info',
  clinicalStatus: coded('allergyClinical', 'active'),
  code: noInformation('no-allergy-info', translate),
  patient: patientReference(patientId),
})

const noProblemInformation = (patientId: string, translate: Translate): Condition => ({
  resourceType: 'Condition',
  id: 'no-problem-info',
  clinicalStatus: coded('conditionClinical', 'active'),
  code: noInformation('no-problem-info', translate),
  subject: patientReference(patientId),
})

type Wording = Pick<SummaryContext, 'locale' | 'translate'>

const compositionSection = ({ title, code, display, entries }: Section, wording: Wording): CompositionSection => ({
  title,
  code: coded('loinc', code, display),
  text: {
    status: 'generated',
    div: `<div xmlns="http://www.w3.org/1999/xhtml"><ul>${entries.map((entry) => `<li>${escapeText(lineOf(entry, wording))}</li>`).join('')}</ul></div>`,
  },
  entry: entries.map(({ resourceType, id }) => ({ reference: `${resourceType}/${id}` })),
})

function lineOf(entry: Entry, wording: Wording): string {
  const wordsOf = (concept: CodeableConcept | undefined) => wordsIn(concept, wording)
  switch (entry.resourceType) {
    case 'MedicationRequest':
      return [wordsOf(entry.medicationCodeableConcept), entry.dosageInstruction?.[0]?.text].filter(Boolean).join(': ')
    case 'MedicationStatement':
      return wordsOf(entry.medicationCodeableConcept)
    case 'FamilyMemberHistory':
      return `${wordsOf(entry.relationship)}: ${wordsOf(entry.condition?.[0]?.code)}`
    default:
      return [wordsOf(entry.code), entry.onsetDateTime && partialDate(entry.onsetDateTime, wording)]
        .filter(Boolean)
        .join(', ')
  }
}

function wordsIn(concept: CodeableConcept | undefined, { translate }: Wording): string {
  const [coding] = concept?.coding ?? []
  if (concept?.text) return concept.text
  const isNone = coding?.system === SYSTEMS.absentOrUnknown && coding.code?.startsWith('no-known-')
  return isNone ? translate(`fhir.summary.${coding.code}`) : (coding?.display ?? '')
}

/** A date that may lack its day, or its month and day. */
function partialDate(date: string, { locale }: Wording): string {
  const [, month, day] = date.split('-')
  const parts: Intl.DateTimeFormatOptions = { year: 'numeric', timeZone: 'UTC' }
  if (month) parts.month = 'long'
  if (day) parts.day = 'numeric'
  return new Intl.DateTimeFormat(locale, parts).format(new Date(date))
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeText = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
