/* A stand-in: nothing of it is needed but the tasks. */
