const SLUG = [
  'Address',
  'Part of its address in the app, in small letters, digits and hyphens. Leave it once patients know it.',
]
const ORDER = ['Order', 'The smallest number stands first.']

/** What patients can book. */
module.exports = {
  'api::product.product': {
    title: 'name',
    fields: {
      slug: SLUG,
      name: ['Name'],
      summary: ['In one sentence', 'Stands under the name.'],
      order: ORDER,
      active: ['On offer', 'Off: nobody sees or books it. What is booked stays booked.'],
      price: ['Price, in cents', 'With tax, in all languages: 2900 is 29.00. Of orders from now on.'],
      durationMinutes: ['Minutes', '15, 20 or 30.'],
      contactMethods: ['By which ways', '["phone", "video"], or one of them.'],
      scheduled: ['By appointment', 'A time can be booked.'],
      onDemand: ['Now', 'Care begins as soon as somebody is free, in the hours below.'],
      includes: ['What it includes', 'Three short texts: ["One", "Two", "Three"].'],
      ages: ['For which ages', 'Leave it out where everybody may book.'],
      prescribes: ['May lead to a prescription', 'It must then ask about allergies and about medicines.'],
      includedInSubscription: ['Free for subscribers'],
      requiresSubscription: ['For subscribers only'],
      workingHours: ['Hours', 'When it can be had now, by the clock of the clinic. None: always.'],
      symptomCollector: ['Questions before booking', 'In their order. Answers that were given stay as they are.'],
      disclaimer: ['Notice', 'Shown before booking.'],
      icon: ['Picture', 'SVG, PNG, JPEG or WebP.'],
      category: ['Category'],
      preSymptomCollectorPicture: ['Picture above the questions'],
    },
  },
  'cuida.working-hours': {
    title: 'day',
    fields: {
      day: ['Day'],
      closed: ['Closed on this day'],
      startTime: ['From', 'As 09:00. Needed where the day is not closed; 00:00 to 00:00 is the whole day.'],
      endTime: ['Until', 'As 17:30.'],
    },
  },
  'cuida.ages': {
    fields: {
      from: ['From, in years', 'Included.'],
      to: ['To, in years', 'Included.'],
    },
  },
  'cuida.disclaimer': {
    title: 'title',
    fields: { title: ['Title'], content: ['Text'] },
  },
  'cuida.question': {
    title: 'text',
    fields: {
      type: ['Kind of answer', 'multipleChoice: several; radio: one; yesNo; text; slider: a number.'],
      key: ['Short name', 'In small letters, digits and hyphens; the same in every language. Answers are kept by it.'],
      text: ['Question'],
      help: ['Help', 'Stands under the question.'],
      required: ['Must be answered'],
      askedWhen: [
        'Asked only after',
        '{"question": "fever", "answers": [true]}: the short name of an earlier question, and answers to it (true and false are yes and no).',
      ],
      about: [
        'Tells the clinician about',
        'Allergies or medicines: one choice between none-known and yes, and one text asked after yes.',
      ],
      urgent: [
        'May be an emergency',
        '{"answers": [true]}: after these answers the emergency number is shown first. With "text" it says why.',
      ],
      min: ['Least', 'Of a slider.'],
      max: ['Most', 'Of a slider.'],
      step: ['Step', 'Of a slider, more than 0.'],
      minLabel: ['Word at the least', 'Of a slider: needed.'],
      maxLabel: ['Word at the most', 'Of a slider: needed.'],
      unit: ['Unit', 'Of a slider, after the number: kg.'],
      placeholder: ['Example', 'Of a text: stands there until somebody writes.'],
      maxLength: ['Most characters', 'Of a text: fewer than the clinic allows everywhere.'],
      options: ['Answers', 'Of multipleChoice and radio, two at least.'],
    },
  },
  'cuida.choice': {
    title: 'label',
    fields: {
      value: ['Short name', 'In small letters, digits and hyphens; the same in every language.'],
      label: ['Answer'],
      exclusive: ['Excludes the others', '“None of these”.'],
    },
  },
  'api::product-group.product-group': {
    title: 'name',
    fields: {
      slug: SLUG,
      name: ['Name'],
      summary: ['In one sentence'],
      order: ORDER,
      icon: ['Picture'],
      products: ['Products', 'In their order.'],
    },
  },
  'api::category.category': { title: 'name', fields: { slug: SLUG, name: ['Name'], order: ORDER } },
}
