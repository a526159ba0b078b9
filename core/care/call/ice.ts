import * as v from 'valibot'

/** The browser's RTCIceServer, as far as we use it. */
export const IceServer = v.object({
  urls: v.array(v.string()),
  username: v.optional(v.string()),
  credential: v.optional(v.string()),
})
export type IceServer = v.InferOutput<typeof IceServer>
