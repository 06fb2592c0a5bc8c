export class Live { constructor() {} }
