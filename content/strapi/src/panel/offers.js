const SLUG = [
  'Address',
  'Part of its address in the app, in small letters, digits and hyphens. Leave it once patients know it.',
]
const PERCENT = {
  value: ['Percent', '1 to 100.'],
  valueType: ['Kind', 'There is this one.'],
}

/** What is paid by the month, what takes something off, and what is read beside it. */
module.exports = {
  'api::subscription-plan.subscription-plan': {
    title: 'name',
    fields: {
      slug: SLUG,
      name: ['Name'],
      summary: ['In one sentence'],
      price: ['Price of a month, in cents', 'With tax: 1900 is 19.00. Who subscribed before keeps their price.'],
      interval: ['Charged every'],
      trialDays: ['Free days', 'Before the first charge, once a person: 0 to 90.'],
      includes: ['What it includes', 'Short texts: ["One", "Two"].'],
      discount: ['Discount'],
    },
  },
  'cuida.plan-discount': {
    fields: { percentage: ['Percent', '1 to 95.'], duration: ['For how long'] },
  },
  'api::campaign.campaign': {
    title: 'name',
    fields: {
      slug: SLUG,
      name: ['Name'],
      active: ['Runs', 'Off: its links lead nowhere.'],
      startsAt: ['From'],
      endsAt: ['Until'],
      discount: ['For the friend', 'Who comes by a link.'],
      referrerDiscount: ['For who invites', 'Once the friend’s first consultation is over.'],
      referrerText: ['Text for who invites'],
      refereeText: ['Text for the friend'],
      referrerImage: ['Picture for who invites'],
      linkImage: ['Picture beside the link'],
      refereeImage: ['Picture for the friend'],
    },
  },
  'cuida.percentage': { fields: PERCENT },
  'api::policy-document.policy-document': {
    title: 'title',
    fields: {
      urlSlug: ['Which document', 'One of each. The terms and the privacy policy cannot be taken back.'],
      title: ['Title'],
      updatedOn: [
        'Last changed on',
        'Patients read it. Whoever agreed to another text is asked before their next order.',
      ],
      section: ['Sections'],
    },
  },
  'cuida.section': {
    title: 'title',
    fields: {
      anchor: ['Short name', 'For links to this section. Leave it, and leave it empty in a new one.'],
      title: ['Title'],
      content: ['Text'],
    },
  },
  'api::word.word': {
    title: 'key',
    fields: {
      key: ['Which message', 'Its name in Cuida, such as catalogue.home.title. Another one changes nothing.'],
      message: ['Your wording', 'What stands in {braces} stays as it is.'],
    },
  },
}
