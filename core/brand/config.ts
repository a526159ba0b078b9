import * as v from 'valibot'
import { CAPABILITIES } from '../kit/capability.ts'
import { EmailAddress } from '../kit/email-address.ts'
import { Currency, Day, Slug } from '../kit/shapes.ts'
import { MAX_TEXT_LENGTH } from '../kit/text-length.ts'
import { WALLETS } from '../kit/vendors/payment-vendors.ts'
import { VENDORS } from '../kit/vendors/vendors.ts'
import { isTimeZone } from '../kit/zone.ts'
import { AnalyticsSettings } from './analytics/analytics-settings.ts'
import { CareRules } from './care-rules.ts'
import { Channel } from './channel.ts'
import { LOCALES } from './locale.ts'
import { Media } from './strapi.ts'
import { WhatsAppTemplates } from './whatsapp-templates.ts'

const Text = v.pipe(v.string(), v.trim(), v.nonEmpty())
const Whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
const Colour = v.pipe(v.string(), v.hexColor())
const Version = v.pipe(v.string(), v.regex(/^\d+\.\d+(\.\d+)?$/))
const Domain = v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/), v.maxLength(253))
const ContactMethod = v.picklist(['phone', 'video'])

/** `none`: only free products can be booked (docs/decisions/0080). */
export const PaymentProvider = v.picklist([...VENDORS.payments, 'none'])
export type PaymentProvider = v.InferOutput<typeof PaymentProvider>
/** Identity documents of patients. CPF is asked for as the profile's `cpf` (A3.6). */
export const PartnerDocumentType = v.picklist(['CPF', 'DNI', 'NIE', 'PASSPORT'])

/** The typefaces that a partner can choose: readable, humanist, rounded, serif. */
export const TYPEFACES = ['atkinson', 'open-sans', 'nunito', 'fraunces'] as const
export type Typeface = (typeof TYPEFACES)[number]

/** Colours, type, shape and logos of the partner; `deriveTheme` makes the colours readable (product 11.1). */
const Brand = v.object({
  brand: Colour,
  accent: Colour,
  /** Multiplies every border radius. */
  shape: v.picklist([0, 1, 1.4]),
  /** The typeface of all text; absent: `atkinson`. */
  typeface: v.optional(v.picklist(TYPEFACES)),
  /** The typeface of headings; absent: that of all text. */
  headingTypeface: v.optional(v.picklist(TYPEFACES)),
  /** `brand` and `accent` of the dark mode; absent: derived from those of the light mode. */
  brandDark: v.optional(Colour),
  accentDark: v.optional(Colour),
  /** The tint of backgrounds and greys; absent: `warm`. */
  ground: v.optional(v.picklist(['warm', 'cool', 'plain'])),
  /** The space between and inside elements; absent: `comfortable`. */
  density: v.optional(v.picklist(['comfortable', 'compact'])),
  logo: Text,
  logoDark: Text,
})

/** Parts of Welcome below the phone field, in their order on the screen. */
export const FRONT_DOOR_PARTS = ['times', 'team', 'needs', 'steps', 'refund', 'operator'] as const
export type FrontDoorPart = (typeof FRONT_DOOR_PARTS)[number]

const FrontDoor = v.object({
  /** The parts shown; absent: all of them. */
  parts: v.optional(v.array(v.picklist(FRONT_DOOR_PARTS))),
  /** Slugs of the most common needs, the first ones first; absent: the clinic's first products. */
  needs: v.optional(v.pipe(v.array(Slug), v.maxLength(8))),
  /** The common needs as rows, or as cards in two columns with the drawing on top; absent: `list`. */
  layout: v.optional(v.picklist(['list', 'tiles'])),
})

const PartnerConfig = v.object({
  /** `none`: no new prescriptions; existing ones stay readable. */
  prescriptionProvider: v.picklist([...VENDORS.prescriptions, 'none']),
  /** `dummy` and `none`: no provider receives payments; the partner's accountant issues the invoices. */
  invoicingProvider: v.picklist([...VENDORS.invoicing, 'dummy', 'none']),
  /** The accountant's codes at the invoicing provider; without them only the dummy works. */
  invoicing: v.optional(
    v.object({
      /** Codes of the service, of its category and of the bank account. */
      service: Whole(1, Number.MAX_SAFE_INTEGER),
      category: Text,
      account: Whole(1, Number.MAX_SAFE_INTEGER),
      /** Whether an invoice needs an address; then a payment requires one, unless it is asked later (`askedLater`). */
      needsAddress: v.boolean(),
    }),
  ),
  showRegistrationOnboarding: v.boolean(),
  /** Limits for consultations that do not go as planned. */
  care: v.optional(CareRules, {}),
  /** Approved WhatsApp templates; a notification without one uses the next channel. */
  whatsappTemplates: v.optional(WhatsAppTemplates, {}),
  appStoreItmsAppsUrl: v.nullable(Text),
  supportProvider: v.object({
    type: v.picklist([...VENDORS.chat, 'custom']),
    /** Zendesk's widget: the URL of its snippet with the key. Without it the custom support page is shown. */
    widget: v.optional(
      v.object({
        scriptUrl: v.pipe(v.string(), v.regex(/^https:\/\/[a-z0-9-]+\.zdassets\.com\/[\w./-]+\?key=[\w-]{8,64}$/)),
        /**
         * Agents see name and account id of the signed-in user, nothing else (docs/decisions/0083). Absent: chats are
         * anonymous.
         */
        identified: v.optional(v.boolean()),
      }),
    ),
    info: v.object({
      email: EmailAddress,
      /** E.164 */
      whatsapp: v.pipe(v.string(), v.regex(/^\+[1-9]\d{5,14}$/)),
    }),
  }),
})

/**
 * Settings of a partner (A3.1). Bundles have some texts in each language, readers get them in one: `text` is the type
 * of these texts.
 */
export const configFields = <T extends v.GenericSchema>(text: T) => ({
  partnerName: Text,
  /** The first is shown to visitors whose browser prefers none of them. */
  languages: v.pipe(v.array(v.picklist(LOCALES)), v.minLength(1)),
  patientAppLanguage: v.picklist(LOCALES),
  maintenanceMode: v.boolean(),
  /**
   * Domains of the clinic's own e-mail addresses. An invitation to another domain needs a second manager; without a
   * list every new manager does (docs/decisions/0061).
   */
  allowedStaffDomains: v.nullish(v.array(Domain)),
  emergencyPhoneNumber: v.pipe(v.string(), v.regex(/^\+?\d{2,15}$/)),
  availableContactMethods: v.pipe(v.array(ContactMethod), v.minLength(1)),
  enableMfa: v.boolean(),
  enableCookieConsent: v.boolean(),
  /**
   * The analytics vendor for patients who consented; without `enableCookieConsent` nobody is asked and nothing is
   * tracked.
   */
  analytics: v.optional(AnalyticsSettings, { connector: 'none' }),
  /** Product 3.5. */
  maxSessions: Whole(1, 10),
  patientSessionLengthInMins: Whole(5, 60),
  warningBeforePatientLogoutInMins: Whole(1, 10),
  minimumSupportedAppVersion: v.object({ ios: Version, android: v.nullish(Version) }),
  /** ISO 3166; the first is the default. */
  countryCodes: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))), v.minLength(1)),
  documentTypes: v.pipe(v.array(PartnerDocumentType), v.minLength(1)),
  /** What a new patient is asked after paying: the identity document, and the address of the invoice. */
  askedLater: v.nullish(v.array(v.picklist(['document', 'address'])), []),
  marketingHomepageURL: v.pipe(v.string(), v.url()),
  socialLoginEnabled: v.boolean(),
  /**
   * The only hosts to which a company's landing link, a webinar's room or an external video may lead (product 4.6).
   */
  allowedRedirectHosts: v.nullish(v.array(Domain), []),
  minCancellationTimeInAdvanceMinutes: Whole(0, 7 * 24 * 60),
  /** Product 6.7: three missed calls end a consultation, by default without a refund. */
  refundAfterMissedCalls: v.nullish(v.boolean(), false),
  familyProfilesEnabled: v.boolean(),
  minAgeRequiredToAddDependants: Whole(18, 99),
  displayAge: v.boolean(),
  /**
   * Limit of patients' texts in characters: an answer, a comment, a question, an edit request. A summary has its own
   * limit (product 5.1).
   */
  maximumLengthAllowed: Whole(50, MAX_TEXT_LENGTH),
  /** How dates and times are entered and shown, in every language. */
  dateFormats: v.object({ order: v.picklist(['dmy', 'mdy', 'ymd']), hours: v.picklist([24, 12]) }),
  currency: Currency,
  /** IANA name, for the clinic's opening hours. */
  timeZone: v.pipe(v.string(), v.check(isTimeZone, 'must be an IANA time zone such as Europe/Madrid')),
  /**
   * Days without weekly hours of clinicians and without opening hours of products. A clinician with hours of their own
   * for such a day works, and a product without opening hours never closes.
   */
  holidays: v.nullish(v.pipe(v.array(v.object({ day: Day, name: text })), v.maxLength(100)), []),
  paymentProvider: PaymentProvider,
  /** Whether the clinic offers a subscription; the plan is a content entry of its own. */
  offersSubscription: v.nullish(v.boolean(), false),
  /** Whether Pix is offered; it needs BRL and a provider that supports it (core/checkout/pix/pix.ts). */
  pixEnabled: v.nullish(v.boolean(), false),
  /** The wallets offered beside cards, where provider, country and device have them (core/checkout/wallet/wallet.ts). */
  wallets: v.nullish(v.array(v.picklist(WALLETS)), []),
  brand: Brand,
  /** The legal entity on receipts and documents. */
  legal: v.object({ name: Text, taxId: Text, address: Text }),
  /** Channels to patients, who choose among them. Codes and security notices are independent of it. */
  notificationChannels: v.nullish(v.array(Channel), ['email', 'sms', 'push']),
  /** Within how many hours of working days a question to a clinician is answered. */
  questionAnswerHours: v.nullish(Whole(1, 240), 48),
  /** Product ids whose clinicians answer a topic; a topic that is missing belongs to every clinician. */
  questionProducts: v.nullish(
    v.object({
      nutrition: v.optional(v.array(Text)),
      exercise: v.optional(v.array(Text)),
      endocrinology: v.optional(v.array(Text)),
    }),
    {},
  ),
  socialProof: v.array(v.object({ value: text, label: text })),
  /** One sentence at Welcome: what the clinic promises a visitor. Absent: none. */
  welcomePromise: v.nullish(text),
  /** The parts below Welcome's phone field, and the needs that Welcome and Home show first. */
  frontDoor: v.nullish(FrontDoor, {}),
  partnerConfig: PartnerConfig,
})

export const Config = v.object({
  ...configFields(v.string()),
  partnerLogo: Media,
  /** Capabilities that this deployment lacks: set by the server, never by content (core/brand/disabled-capabilities.ts). */
  disabledCapabilities: v.optional(v.array(v.picklist(CAPABILITIES)), []),
})
export type Config = v.InferOutput<typeof Config>
