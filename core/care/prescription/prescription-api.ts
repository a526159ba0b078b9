import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { uncountedList } from '../../kit/paged-list.ts'
import { Day, Id, Moment, Text } from '../../kit/shapes.ts'
import { DoseUnit } from './dosage.ts'
import {
  AdministrationRoute,
  ALLERGY_REASON,
  MAX_PRESCRIPTION_ITEMS,
  PrescribedItem,
  Prescription,
  PrescriptionItem,
  PrescriptionProvider,
  PrescriptionState,
  PrescriptionTime,
} from './prescription.ts'

/** B7.27: the patient's prescriptions, newest first; all types without `type`. */
export const listPrescriptions = call({
  method: 'GET',
  path: '/patients/:patientId/prescriptions',
  access: 'access',
  params: v.object({ patientId: Id }),
  /** With `type` a page may have fewer items than its size; the end is where `next` is null. */
  ...uncountedList(Prescription, { size: '100', query: { type: v.optional(PrescriptionTime) } }),
  refusals: { PATIENT_NOT_FOUND: 404 },
})

/**
 * Where the patient shows the prescription at a pharmacy. It is fetched from the provider each time: the code that
 * opens it is never stored.
 */
export const getPrescriptionAccess = call({
  method: 'GET',
  path: '/patients/:patientId/prescriptions/:id/access',
  access: 'access',
  params: v.object({ patientId: Id, id: Id }),
  reply: v.object({ link: v.string(), unlockCode: v.string(), documentUrl: v.string() }),
  refusals: { PATIENT_NOT_FOUND: 404, PRESCRIPTION_NOT_FOUND: 404, NOT_ISSUED: 409 },
})

/** A table of medicines, with its source and date. */
export const MedicineCatalogue = v.object({
  source: v.string(),
  date: Day,
  medicines: v.array(
    v.object({
      name: v.string(),
      /** WHO ATC code, of the fifth level where one exists. */
      atc: v.pipe(v.string(), v.regex(/^[A-Z]\d{2}[A-Z]{1,2}(\d{2})?$/)),
      /** Default unit and route for a dose. */
      unit: DoseUnit,
      route: AdministrationRoute,
    }),
  ),
})
export type MedicineCatalogue = v.InferOutput<typeof MedicineCatalogue>
export type CatalogueMedicine = MedicineCatalogue['medicines'][number]

/** A prescription as the desk reads it. */
export const DeskPrescription = v.object({
  id: Id,
  provider: PrescriptionProvider,
  state: PrescriptionState,
  author: v.string(),
  signedAt: Moment,
  validUntil: Day,
  items: v.array(PrescriptionItem),
  /** Why the provider refused to issue or to cancel it. */
  problem: v.nullable(v.string()),
  cancelReason: v.nullable(v.string()),
  /** The clinician's reason to sign despite a matching allergy; null without a match. */
  allergyReason: v.nullable(v.string()),
  /** The caller wrote it, and the provider can still cancel it. */
  mayCancel: v.boolean(),
})
export type DeskPrescription = v.InferOutput<typeof DeskPrescription>

const one = v.object({ id: Id })
const NOT_FOUND = { CONSULTATION_NOT_FOUND: 404 } as const
const HELD = { ...NOT_FOUND, NOT_YOURS: 409, NOT_NOW: 409 } as const
/** `NO_PRESCRIPTIONS`: the partner has no prescription provider, or the product does not allow prescriptions. */
const NONE = { NO_PRESCRIPTIONS: 409 } as const
const THIS = { PRESCRIPTION_NOT_FOUND: 404 } as const

/** The prescriptions of a consultation, for staff who may read it. */
export const listDeskPrescriptions = call({
  method: 'GET',
  path: '/desk/consultations/:id/prescriptions',
  list: { boundedBy: 'the prescriptions of one consultation' },
  access: 'staff',
  polled: true,
  params: one,
  reply: v.object({
    /** `here`: written and signed in the desk's form. `there`: in the provider's window. `nowhere`: no provider. */
    signing: v.picklist(['here', 'there', 'nowhere']),
    /** Allergies from the record and from the patient's own statement, the most severe first. */
    allergies: v.array(v.string()),
    /** The caller's earlier prescriptions, the latest of each medicine, as suggestions. */
    usual: v.array(PrescriptionItem),
    /** Routes to choose from, the most prescribed in this product first. */
    routes: v.array(AdministrationRoute),
    /**
     * The patient's issued prescriptions of other consultations, newest first, for renewal; only for staff who may
     * read the record.
     */
    earlier: v.array(v.object({ id: Id, author: v.string(), signedAt: Moment, items: v.array(PrescriptionItem) })),
    items: v.array(DeskPrescription),
  }),
  refusals: NOT_FOUND,
})

/**
 * The medicines of the clinic's country; `null`: no table exists and names are free text. The reply holds the whole
 * table, so that no request URL contains a medicine.
 */
export const listMedicines = call({
  method: 'GET',
  path: '/desk/medicines',
  access: 'staff',
  reply: v.object({ catalogue: v.nullable(MedicineCatalogue) }),
})

/** Signs a prescription. `key` is an idempotency key: a repeated request prescribes only once. */
export const prescribe = call({
  method: 'POST',
  path: '/desk/consultations/:id/prescriptions',
  repeat: 'safe',
  access: 'staff',
  params: one,
  body: v.object({
    key: Id,
    validUntil: Day,
    items: v.pipe(v.array(PrescribedItem), v.minLength(1), v.maxLength(MAX_PRESCRIPTION_ITEMS)),
    /**
     * Required when a medicine matches a known allergy (`allergiesIn`); stored with the prescription and shown at the
     * desk only.
     */
    allergyReason: v.optional(Text(ALLERGY_REASON.least, ALLERGY_REASON.most)),
  }),
  reply: v.object({ id: Id }),
  status: 201,
  /** `SIGNED_ALREADY`: another prescription was signed under this key and stands. */
  refusals: {
    ...HELD,
    ...NONE,
    BAD_VALIDITY: 400,
    SIGNED_ELSEWHERE: 409,
    SIGNED_ALREADY: 409,
    ALLERGY_REASON_REQUIRED: 409,
  },
})

/**
 * What the client needs to open the provider's window: its page, a short-lived token and the patient. `url` has another
 * origin than the desk.
 */
export const openPrescriptionWindow = call({
  method: 'POST',
  path: '/desk/consultations/:id/prescriptions/window',
  repeat: 'safe',
  access: 'staff',
  params: one,
  reply: v.object({
    url: v.string(),
    token: v.string(),
    patient: v.object({ id: Id, name: v.string(), document: v.nullable(v.string()) }),
  }),
  refusals: { ...HELD, ...NONE, SIGNED_HERE: 409, PRESCRIBER_UNKNOWN: 409 },
})

/** The provider's window reported a signature: the server reads the prescription from the provider. Idempotent. */
export const recordSigned = call({
  method: 'POST',
  path: '/desk/consultations/:id/prescriptions/signed',
  repeat: 'safe',
  access: 'staff',
  params: one,
  body: v.object({ providerId: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)) }),
  reply: v.object({ id: Id }),
  status: 201,
  /** `SIGNED_ALREADY`: the prescription belongs to another consultation. */
  refusals: { ...HELD, ...NONE, SIGNED_HERE: 409, SIGNED_ALREADY: 409 },
})

/** Cancels with a reason that stays in the record. When the provider refuses, `problem` says why. */
export const cancelPrescription = call({
  method: 'POST',
  path: '/desk/consultations/:id/prescriptions/:prescriptionId/cancel',
  repeat: 'safe',
  access: 'staff',
  params: v.object({ id: Id, prescriptionId: Id }),
  body: v.object({ reason: Text(10, 500) }),
  refusals: { ...NOT_FOUND, ...THIS, NOT_YOURS: 409, NOT_CANCELLABLE: 409 },
})
