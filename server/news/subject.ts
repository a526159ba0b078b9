import type { Email } from '../providers/mail/port.ts'
import type { Template } from '../providers/messages/port.ts'
import type { Services } from '../services.ts'
import type { News } from './news-store.ts'

/** The same in each way's own length. */
export interface NewsWords {
  text: () => string
  /** For WhatsApp; undefined where nothing was approved that says this. */
  template: () => Template | undefined
  push: () => { title: string; body: string; path: string }
  email: () => Promise<Email>
}

/** What a piece of news is of, as it is now: a consultation, a subscription. Their areas come later than this one. */
export interface Subject {
  /** Still true and of use. */
  isStillNews: boolean
  /** What is said of it, to a reader whose device is in that zone; null: it is not known. */
  words: (timeZone: string | null) => NewsWords
}

/** Undefined: what it was of is gone. */
export type FindSubject = (services: Services, news: News) => Promise<Subject | undefined>
