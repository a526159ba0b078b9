import * as v from 'valibot'
import { EntryId, Media } from '../../brand/strapi.ts'
import { Moment, Slug } from '../../kit/shapes.ts'

const Order = v.pipe(v.number(), v.integer(), v.minValue(0))
const Minutes = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(480))
/**
 * A file of the content service (`/uploads/…`, absolute when the service is on another host), or a video on another
 * host.
 */
const Address = v.pipe(v.string(), v.regex(/^(\/uploads\/|https?:\/\/)/))

/** `file` is the type of a video reference: bundles have a name below their `uploads`, readers get its URL. */
export const webinarFields = <T extends v.GenericSchema, F extends v.GenericSchema>(text: T, file: F) => ({
  slug: Slug,
  title: text,
  summary: text,
  /** Topics of the webinar. */
  agenda: v.pipe(v.array(text), v.minLength(1)),
  speaker: v.object({ name: v.string(), role: text }),
  startsAt: Moment,
  durationMinutes: Minutes,
  /** Largest number of registrations; null: unlimited. */
  seats: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), null),
  /** Set after the webinar, when the recording is online. */
  recordingUrl: v.nullish(file, null),
  /** WebVTT, in the reader's language. */
  captionsUrl: v.nullish(text, null),
})
export const Webinar = v.object({ id: EntryId, ...webinarFields(v.string(), Address), image: v.nullish(Media, null) })
export type Webinar = v.InferOutput<typeof Webinar>

/** The link to join a webinar, for registered patients; separate because the webinar itself is public. */
export const WebinarJoinLink = v.object({
  webinar: Slug,
  joinUrl: v.pipe(v.string(), v.url(), v.startsWith('https://')),
})
export type WebinarJoinLink = v.InferOutput<typeof WebinarJoinLink>

/** A course of short lessons; the one with the slug `welcome-kit` is for new patients (B2.15). */
export const courseFields = <T extends v.GenericSchema, F extends v.GenericSchema>(text: T, file: F) => ({
  slug: Slug,
  title: text,
  summary: text,
  order: Order,
  lessons: v.pipe(
    v.array(
      v.object({
        key: Slug,
        title: text,
        minutes: Minutes,
        /** Markdown: the lesson as text. */
        content: text,
        videoUrl: v.nullish(file, null),
        /** Poster of the video player. */
        posterUrl: v.nullish(file, null),
        /** WebVTT, in the reader's language. */
        captionsUrl: v.nullish(text, null),
      }),
    ),
    v.minLength(1),
  ),
})
export const Course = v.object({ id: EntryId, ...courseFields(v.string(), Address), image: v.nullish(Media, null) })
export type Course = v.InferOutput<typeof Course>
export type Lesson = Course['lessons'][number]
