import * as v from 'valibot'
import { Text } from '../../kit/shapes.ts'

/**
 * The client that opens the session: `web`, `ios` or `android` for our own. Other clients may send any value, which has
 * no meaning.
 */
export const ClientQuery = v.object({ clientId: v.optional(Text(1, 60)) })
