import * as v from 'valibot'
import { CAPABILITIES } from '../kit/capability.ts'
import { EmailAddress } from '../kit/email-address.ts'
import { Currency, Day } from '../kit/shapes.ts'
import { MOST_CHARACTERS } from '../kit/text-length.ts'
import { VENDORS } from '../kit/vendors/vendors.ts'
import { isTimeZone } from '../kit/zone.ts'
import { CareRules } from './care-rules.ts'
import { Channel } from './channel.ts'
import { LOCALES } from './locale.ts'
import { MeasuringSettings } from './measuring/measuring-settings.ts'
import { Media } from './strapi.ts'
import { WhatsAppTemplates } from './whatsapp-templates.ts'

const Text = v.pipe(v.string(), v.trim(), v.nonEmpty())
const Whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
const Colour = v.pipe(v.string(), v.hexColor())
const Version = v.pipe(v.string(), v.regex(/^\d+\.\d+(\.\d+)?$/))
const Domain = v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/), v.maxLength(253))
const ContactMethod = v.picklist(['phone', 'video'])

/** `none`: only what costs nothing can be booked (docs/decisions/0080). */
export const PaymentProvider = v.picklist([...VENDORS.payments, 'none'])
export type PaymentProvider = v.InferOutput<typeof PaymentProvider>
/** What a patient may be identified by. A partner that lists CPF asks for it as the `cpf` of the profile (A3.6). */
export const PartnerDocumentType = v.picklist(['CPF', 'DNI', 'NIE', 'PASSPORT'])

/** Colours and marks of the partner; `deriveTheme` makes them readable, whatever they are (product 11.1). */
const Brand = v.object({
  brand: Colour,
  accent: Colour,
  /** Multiplies every radius. */
  shape: v.picklist([0, 1, 1.4]),
  logo: Text,
  logoDark: Text,
})

const PartnerConfig = v.object({
  /** `none`: nobody prescribes in it, and what was prescribed with one before is only read. */
  prescriptionProvider: v.picklist([...VENDORS.prescriptions, 'none']),
  /** `dummy` and `none`: nobody is told of payments; the partner's own accountant writes what is due. */
  invoicingProvider: v.picklist([...VENDORS.invoicing, 'dummy', 'none']),
  /** How the partner's accountant has named things at the invoicing provider; without it there is only the dummy. */
  invoicing: v.optional(
    v.object({
      /** The codes of the service, of its category and of the bank account. */
      service: Whole(1, Number.MAX_SAFE_INTEGER),
      category: Text,
      account: Whole(1, Number.MAX_SAFE_INTEGER),
      /** Whether an invoice needs an address: then nobody pays without one. */
      needsAddress: v.boolean(),
    }),
  ),
  showRegistrationOnboarding: v.boolean(),
  /** What happens when a consultation does not go as booked, and after how long. */
  care: v.optional(CareRules, {}),
  /** Which approved templates WhatsApp speaks in; a notification without one goes by the next channel. */
  whatsappTemplates: v.optional(WhatsAppTemplates, {}),
  appStoreItmsAppsUrl: v.nullable(Text),
  supportProvider: v.object({
    type: v.picklist([...VENDORS.chat, 'custom']),
    /** The help widget of `zendesk`: the address in its snippet, with its key. Without it the page is the custom one. */
    widget: v.optional(
      v.object({
        scriptUrl: v.pipe(v.string(), v.regex(/^https:\/\/[a-z0-9-]+\.zdassets\.com\/[\w./-]+\?key=[\w-]{8,64}$/)),
        /** Agents see who is signed in: name and account id, nothing else (docs/decisions/0083). Absent: a chat is a stranger's. */
        tellsWho: v.optional(v.boolean()),
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
 * Settings of a partner (A3.1). Bundles write some texts once a language, readers get them in one: `text`
 * says which of the two.
 */
export const configFields = <T extends v.GenericSchema>(text: T) => ({
  partnerName: Text,
  /** The first is what a stranger sees whose browser asks for none of them. */
  languages: v.pipe(v.array(v.picklist(LOCALES)), v.minLength(1)),
  patientAppLanguage: v.picklist(LOCALES),
  maintenanceMode: v.boolean(),
  /**
   * Behind the @ of the clinic's own addresses. Who is invited to work here at another one waits for a second manager's yes;
   * without a list every new manager does (docs/decisions/0061).
   */
  allowedStaffDomains: v.nullish(v.array(Domain)),
  emergencyPhoneNumber: v.pipe(v.string(), v.regex(/^\+?\d{2,15}$/)),
  availableContactMethods: v.pipe(v.array(ContactMethod), v.minLength(1)),
  enableMfa: v.boolean(),
  enableCookieConsent: v.boolean(),
  /** Who counts screens and orders, of those who said yes; without `enableCookieConsent` nobody is asked and nothing counts. */
  measuring: v.optional(MeasuringSettings, { connector: 'none' }),
  /** Product 3.5. */
  maxSessions: Whole(1, 10),
  patientSessionLengthInMins: Whole(5, 60),
  warningBeforePatientLogoutInMins: Whole(1, 10),
  minimumSupportedAppVersion: v.object({ ios: Version, android: v.nullish(Version) }),
  /** ISO 3166, the first is the default. */
  countryCodes: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))), v.minLength(1)),
  documentTypes: v.pipe(v.array(PartnerDocumentType), v.minLength(1)),
  marketingHomepageURL: v.pipe(v.string(), v.url()),
  socialLoginEnabled: v.boolean(),
  /** The only hosts that a company's landing link, a webinar's room or a film elsewhere may lead to (product 4.6). */
  allowedRedirectHosts: v.nullish(v.array(Domain), []),
  minCancellationTimeInAdvanceMinutes: Whole(0, 7 * 24 * 60),
  /** Product 6.7: three missed calls end a consultation without refund, unless the partner is generous. */
  refundAfterMissedCalls: v.nullish(v.boolean(), false),
  familyProfilesEnabled: v.boolean(),
  minAgeRequiredToAddDependants: Whole(18, 99),
  displayAge: v.boolean(),
  /**
   * Characters that patients may write in one go: an answer, a comment, a question, a request about the record. A summary has
   * a measure of its own (product 5.1).
   */
  maximumLengthAllowed: Whole(50, MOST_CHARACTERS),
  /** How dates are typed and said, and hours shown, in every language: the order of day, month and year, and 24 or 12 hours. */
  dateFormats: v.object({ order: v.picklist(['dmy', 'mdy', 'ymd']), hours: v.picklist([24, 12]) }),
  currency: Currency,
  /** IANA name: the clock of the clinic's working hours. */
  timeZone: v.pipe(v.string(), v.check(isTimeZone, 'must be an IANA time zone such as Europe/Madrid')),
  /**
   * Calendar days on which the clinic is closed: no weekly hours of a clinician and no working hours of a product count.
   * A clinician whom a manager gave hours on such a day works, and a product without hours never closes.
   */
  holidays: v.nullish(v.pipe(v.array(v.object({ day: Day, name: text })), v.maxLength(100)), []),
  paymentProvider: PaymentProvider,
  /** Whether the clinic has a subscription to offer: the plan itself is content of its own. */
  offersSubscription: v.nullish(v.boolean(), false),
  /** Whether Pix is offered; it exists in reais only, at providers that have it (core/checkout/pix/pix.ts). */
  pixEnabled: v.nullish(v.boolean(), false),
  brand: Brand,
  /** Who answers for the care, as receipts and documents name them. */
  legal: v.object({ name: Text, taxId: Text, address: Text }),
  /** Channels to patients; each chooses among them. Codes and security notices are not concerned. */
  notificationChannels: v.nullish(v.array(Channel), ['email', 'sms', 'push']),
  /** Within how many hours of working days a question to a professional is answered. */
  questionAnswerHours: v.nullish(Whole(1, 240), 48),
  /** Ids of the products whose clinicians answer a topic; a topic that is not named is every clinician's. */
  questionProducts: v.nullish(
    v.object({
      nutrition: v.optional(v.array(Text)),
      exercise: v.optional(v.array(Text)),
      endocrinology: v.optional(v.array(Text)),
    }),
    {},
  ),
  socialProof: v.array(v.object({ value: text, label: text })),
  partnerConfig: PartnerConfig,
})

export const Config = v.object({
  ...configFields(v.string()),
  partnerLogo: Media,
  /** Said by the place that it is served from, not by content: what has no provider there (core/brand/without.ts). */
  without: v.optional(v.array(v.picklist(CAPABILITIES)), []),
})
export type Config = v.InferOutput<typeof Config>
