import type { Checkable } from '../provider-check.ts'
/**
 * The chat user as agents see them. Without address and number, by which a chat could be mistaken for another
 * person's.
 */
export interface ChatPerson {
  /** Account id, the same on every device. */
  id: string
  name: string
}

/**
 * Issues tokens that identify the signed-in user to a chat script for a few minutes. Only this server can sign them.
 */
export interface ChatPasses extends Checkable {
  passFor(person: ChatPerson): Promise<string>
}
