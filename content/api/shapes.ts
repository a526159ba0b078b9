/**
 * The collections that are served and what a query may ask of each: scalars are always there and may be filtered and
 * sorted by; parts are there when `populate` asks for them, as in Strapi. Nothing else of a pack is ever served.
 */
export interface Shape {
  scalars: readonly string[]
  parts: Readonly<Record<string, Part>>
  /** Always there with us, though a Strapi shows them to who asks to populate them: components in place of texts. */
  inline?: readonly string[]
}
export const COLLECTION_NAMES = [
  'products',
  'product-groups',
  'categories',
  'policy-documents',
  'faqs',
  'campaigns',
  'webinars',
  'courses',
  'subscription-plans',
] as const
export type CollectionName = (typeof COLLECTION_NAMES)[number]
/** Media and relations are wrapped in `data`, components are inlined (Strapi REST, response format of version 4). */
export type Part = { is: 'media' } | { is: 'component' } | { is: 'relation'; to: CollectionName }

const media: Part = { is: 'media' }
const component: Part = { is: 'component' }

export const COLLECTIONS: Readonly<Record<CollectionName, Shape>> = {
  products: {
    scalars: [
      'slug',
      'name',
      'summary',
      'order',
      'active',
      'price',
      'currency',
      'durationMinutes',
      'contactMethods',
      'scheduled',
      'onDemand',
      'includes',
      'ages',
      'prescribes',
      'includedInSubscription',
      'requiresSubscription',
    ],
    parts: {
      icon: media,
      category: { is: 'relation', to: 'categories' },
      workingHours: component,
      symptomCollector: component,
      preSymptomCollectorPicture: media,
      disclaimer: component,
    },
    inline: ['ages'],
  },
  'product-groups': {
    scalars: ['slug', 'name', 'summary', 'order'],
    parts: { icon: media, products: { is: 'relation', to: 'products' } },
  },
  categories: { scalars: ['slug', 'name', 'order'], parts: {} },
  'policy-documents': { scalars: ['urlSlug', 'title', 'updatedOn'], parts: { section: component } },
  faqs: { scalars: ['slug', 'topic', 'order', 'question', 'answer'], parts: {} },
  campaigns: {
    scalars: [
      'slug',
      'name',
      'active',
      'startsAt',
      'endsAt',
      'discount',
      'referrerDiscount',
      'referrerText',
      'refereeText',
    ],
    parts: { referrerImage: media, linkImage: media, refereeImage: media },
  },
  webinars: {
    scalars: [
      'slug',
      'title',
      'summary',
      'agenda',
      'speaker',
      'startsAt',
      'durationMinutes',
      'seats',
      'recordingUrl',
      'captionsUrl',
    ],
    parts: { image: media },
  },
  courses: { scalars: ['slug', 'title', 'summary', 'order'], parts: { lessons: component, image: media } },
  'subscription-plans': {
    scalars: ['slug', 'name', 'summary', 'price', 'currency', 'interval', 'trialDays', 'includes', 'discount'],
    parts: {},
  },
}

/** The single type: the partner's settings. */
export const BACKEND_CONFIG: Shape = {
  scalars: [
    'partnerName',
    'languages',
    'patientAppLanguage',
    'maintenanceMode',
    'allowedStaffDomains',
    'emergencyPhoneNumber',
    'availableContactMethods',
    'enableMfa',
    'enableCookieConsent',
    'measuring',
    'maxSessions',
    'patientSessionLengthInMins',
    'warningBeforePatientLogoutInMins',
    'minimumSupportedAppVersion',
    'countryCodes',
    'documentTypes',
    'marketingHomepageURL',
    'socialLoginEnabled',
    'allowedRedirectHosts',
    'minCancellationTimeInAdvanceMinutes',
    'refundAfterMissedCalls',
    'familyProfilesEnabled',
    'minAgeRequiredToAddDependants',
    'displayAge',
    'maximumLengthAllowed',
    'dateFormats',
    'currency',
    'timeZone',
    'paymentProvider',
    'offersSubscription',
    'pixEnabled',
    'notificationChannels',
    'questionAnswerHours',
    'questionProducts',
    'brand',
    'legal',
    'partnerConfig',
  ],
  parts: { partnerLogo: media, socialProof: component, holidays: component },
}
