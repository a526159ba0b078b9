import * as v from 'valibot'
import { Text } from '../../kit/shapes.ts'

/** Which app opens the session: of ours `web`, `ios` or `android`. Of others it may be anything, and says nothing. */
export const ClientQuery = v.object({ clientId: v.optional(Text(1, 60)) })
