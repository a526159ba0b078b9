import * as v from 'valibot'

/** The fields of the browser's RTCIceServer that the app uses. */
export const IceServer = v.object({
  urls: v.array(v.string()),
  username: v.optional(v.string()),
  credential: v.optional(v.string()),
})
export type IceServer = v.InferOutput<typeof IceServer>
