/** Who writes, as far as agents need it: no address and no number, by which a chat could be taken for somebody else's. */
export interface ChatPerson {
  /** The account's id, the same on every device. */
  id: string
  name: string
}

/** Makes a chat's script believe who is signed in, for a few minutes. Nobody but us can make one. */
export interface ChatPasses {
  passFor(person: ChatPerson): Promise<string>
}
