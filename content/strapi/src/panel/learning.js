const SLUG = [
  'Address',
  'Part of its address in the app, in small letters, digits and hyphens. Leave it once patients know it.',
]
const ORDER = ['Order', 'The smallest number stands first.']
const FILM = 'Or put a file below. Another host is shown only where the settings allow it.'
const CAPTIONS = ['Captions, by address', 'WebVTT. Or put a file below.']

/** What patients read and watch. */
module.exports = {
  'api::faq.faq': {
    title: 'question',
    fields: {
      slug: SLUG,
      topic: ['Topic', 'Also shown beside what it is about.'],
      order: ORDER,
      question: ['Question'],
      answer: ['Answer'],
    },
  },
  'api::webinar.webinar': {
    title: 'title',
    fields: {
      slug: SLUG,
      title: ['Title'],
      summary: ['In one sentence'],
      agenda: ['What it is about', 'Point by point: ["One", "Two"].'],
      speaker: ['Who speaks'],
      startsAt: ['Starts'],
      durationMinutes: ['Minutes'],
      seats: ['Places', 'Empty: as many as come.'],
      recordingUrl: ['Recording, by address', `Once it is over. ${FILM}`],
      captionsUrl: CAPTIONS,
      recording: ['Recording, as a file', 'MP4 or WebM.'],
      captions: ['Captions, as a file', 'WebVTT, in this language.'],
      image: ['Picture'],
    },
  },
  'cuida.speaker': { title: 'name', fields: { name: ['Name'], role: ['What they are'] } },
  'api::webinar-door.webinar-door': {
    title: 'webinar',
    fields: {
      webinar: ['Address of the webinar', 'As it stands there.'],
      joinUrl: ['Where to go in', 'Told only to who has a place. https://, at a host that the settings allow.'],
    },
  },
  'api::course.course': {
    title: 'title',
    fields: {
      slug: ['Address', 'In small letters, digits and hyphens. The one of new patients is called welcome-kit.'],
      title: ['Title'],
      summary: ['In one sentence'],
      order: ORDER,
      lessons: ['Lessons', 'One at least, in their order.'],
      image: ['Picture'],
    },
  },
  'cuida.lesson': {
    title: 'title',
    fields: {
      key: [
        'Short name',
        'In small letters, digits and hyphens; the same in every language. Who has read it is kept by it.',
      ],
      title: ['Title'],
      minutes: ['Minutes'],
      content: ['The lesson in words', 'For those who read rather than watch.'],
      videoUrl: ['Film, by address', FILM],
      posterUrl: ['Picture before it plays, by address', 'Or put a file below.'],
      captionsUrl: CAPTIONS,
      video: ['Film, as a file', 'MP4 or WebM.'],
      poster: ['Picture before it plays, as a file'],
      captions: ['Captions, as a file', 'WebVTT, in this language.'],
    },
  },
}
